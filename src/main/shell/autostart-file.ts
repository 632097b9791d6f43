import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'

type Environment = Readonly<Record<string, string | undefined>>

/** Where desktops of Linux look for what to start at login (specification "Desktop Application Autostart"). */
export function autostartPath(env: Environment, home: string): string {
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'autostart', 'dev.reprise.app.desktop')
}

/** An entry that starts the given words. */
export function autostartEntry(command: readonly string[]): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Reprise',
    'Comment=Resume sessions of your coding agents from the tray',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true'
  ]
  return `${lines.join('\n')}\n`
}

/** Quoting of an `Exec` line: once for the argument, and once more for the string that holds it; `%` begins a field code. */
function quoted(word: string): string {
  const argument = /^[\w@+=:,./-]+$/.test(word) ? word : `"${word.replace(/["`$\\]/g, '\\$&')}"`
  return argument.replaceAll('\\', '\\\\').replaceAll('%', '%%')
}

/** Whether it will be started: a person may have switched the entry off in the desktop's own settings. */
export function startsAtLogin(path: string): boolean {
  try {
    const text = readFileSync(path, 'utf8')
    return !/^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(text)
  } catch {
    return false
  }
}

/** Writes the entry, or takes it away. */
export function setAutostart(path: string, command: readonly string[] | null): void {
  if (command === null) {
    rmSync(path, { force: true })
    return
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileAtomic.sync(path, autostartEntry(command), { mode: 0o644 })
}
