import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

/** The first file of that name along the folders that may be run; null where there is none. On Windows the endings of PATHEXT count. */
export function findProgram(
  name: string,
  folders: readonly string[],
  platform: NodeJS.Platform = process.platform,
  pathExt = '.COM;.EXE;.BAT;.CMD'
): string | null {
  const endings = platform === 'win32' ? endingsOf(name, pathExt) : ['']
  for (const folder of folders) {
    // A relative folder would mean another place for the agent than for us.
    if (!isAbsolute(folder)) continue
    for (const ending of endings) {
      const path = join(folder, `${name}${ending}`)
      if (isProgram(path, platform)) return path
    }
  }
  return null
}

/** Whether it is a file that this person may run. */
export function isProgram(path: string, platform: NodeJS.Platform = process.platform): boolean {
  try {
    if (!statSync(path).isFile()) return false
    if (platform !== 'win32') accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A name with an ending of the list is taken as it is first. */
function endingsOf(name: string, pathExt: string): readonly string[] {
  const endings = pathExt.split(';').filter((ending) => ending !== '')
  const has = endings.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase()))
  return has ? ['', ...endings] : endings
}
