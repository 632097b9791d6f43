import type { EventPayload } from '@shared/ipc/contract'
import { Menu, type MenuItemConstructorOptions } from 'electron'

type Command = EventPayload<'shell.command'>['command']

/** The application menu. On Windows and Linux it has no bar (the page draws the title bar) but its keys work. */
export function setMenu(send: (command: Command) => void, development: boolean): void {
  const item = (label: string, command: Command, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator ? { accelerator } : {}),
    click: () => send(command)
  })
  const about = item('About Reprise', 'about')
  const settings = item('Settings…', 'settings', 'CmdOrCtrl+,')
  const own: MenuItemConstructorOptions[] = [
    about,
    { type: 'separator' },
    settings,
    { type: 'separator' },
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    { type: 'separator' },
    { role: 'quit' }
  ]
  const file: MenuItemConstructorOptions[] = [settings, { role: 'close' }, { role: 'quit' }]
  const view: MenuItemConstructorOptions[] = [
    item('Look for Sessions Again', 'rescan', 'F5'),
    item('Operations', 'operations'),
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    ...(development ? ([{ role: 'toggleDevTools' }] as const) : [])
  ]
  const mac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    mac ? { label: 'Reprise', submenu: own } : { label: '&File', submenu: file },
    { role: 'editMenu' },
    { label: '&View', submenu: view },
    { role: 'windowMenu' },
    { label: '&Help', role: 'help', submenu: [item('Keys', 'keys'), ...(mac ? [] : [about])] }
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
