import { describe, expect, it } from 'vitest'
import { checkFile, resolveName } from './check-file.mjs'
import { readImports } from './read-imports.mjs'

const rulesBroken = (from, text) => [...new Set(checkFile(from, text).map((breach) => breach.rule))]

const gestura = 'src/main/service/agents/gestura/read.ts'
const feature = 'src/renderer/src/features/config/panel.tsx'

/** Each rule with a file that breaks it, and one that shows how far it goes. */
const cases = [
  ['only shell and preload import electron', 'src/main/service/entry.ts', "import { app } from 'electron'"],
  ['only shell and preload import electron', feature, "import type { App } from 'electron'"],
  ['only shell and preload import electron', 'src/main/cli/main.ts', "const { app } = require('electron')"],
  ['raw ipcMain and ipcRenderer have one file each', 'src/main/shell/menu.ts', "import { ipcMain } from 'electron'"],
  [
    'raw ipcMain and ipcRenderer have one file each',
    'src/preload/preload.ts',
    "import { ipcRenderer } from 'electron'"
  ],
  ['raw ipcMain and ipcRenderer have one file each', 'src/main/shell/menu.ts', "import * as all from 'electron'"],
  ['agents import no other agent', gestura, "import { x } from '../tact/read'"],
  ['agents import no other agent', gestura, "export * from '../a3s/read'"],
  ['agents import no other agent', gestura, "type T = import('../tact/read').T"],
  ['SQLite is opened by the store and by agents whose own store it is', gestura, "import S from 'better-sqlite3'"],
  [
    'SQLite is opened by the store and by agents whose own store it is',
    'src/main/service/catalog/scan.ts',
    "const s = process.getBuiltinModule('node:sqlite')"
  ],
  ['few files write files', gestura, "import { readFileSync, writeFileSync } from 'node:fs'"],
  ['few files write files', gestura, "import { rename } from 'node:fs/promises'"],
  ['few files write files', gestura, "import fs from 'fs'"],
  ['few files write files', gestura, "import * as fs from 'node:fs'"],
  ['few files write files', gestura, "import write from 'write-file-atomic'"],
  ['few files write files', gestura, "import { openSync } from 'node:fs'\nopenSync(path, 'w')"],
  [
    'few files write files',
    gestura,
    "import { constants, openSync } from 'node:fs'\nopenSync(path, constants.O_RDONLY | constants.O_CREAT)"
  ],
  ['features import no other feature', feature, "import { Row } from '../sessions/session-row'"],
  ['features import no other feature', feature, "import { Row } from '@renderer/features/sessions/session-row'"],
  ['features import no other feature', feature, "const Row = lazy(() => import('../sessions/session-row'))"],
  ['shared imports only itself and zod', 'src/shared/domain/plan.ts', "import { join } from 'node:path'"],
  ['shared imports only itself and zod', 'src/shared/domain/plan.ts', "import type { X } from '../../main/service/x'"],
  ['the page imports nothing of main or preload', feature, "import type { X } from '../../../../main/service/x'"],
  ['the page imports nothing of main or preload', feature, "import { join } from 'node:path'"],
  ['main and preload import nothing of the page', 'src/main/shell/menu.ts', "import { x } from '@renderer/words'"],
  ['the product imports no test code', gestura, "import { home } from '../conformance/document-kit'"],
  ['the product imports no test code', gestura, "import { home } from './test-fixtures'"],
  ['the service imports nothing of the shell', 'src/main/service/service.ts', "import { x } from '../shell/log'"]
]

describe('checkFile', () => {
  it.each(cases)('%s: %s is refused %s', (rule, from, text) => {
    expect(rulesBroken(from, text)).toContain(rule)
  })

  it.each([
    ['src/main/shell/menu.ts', "import { Menu } from 'electron'"],
    ['src/main/shell/ipc-main.ts', "import { ipcMain } from 'electron'"],
    ['src/preload/ipc.ts', "import { ipcRenderer } from 'electron'"],
    [gestura, "import { readFileSync } from 'node:fs'\nimport { x } from './session'\nimport { y } from '../adapter'"],
    [gestura, "import { openSync } from 'node:fs'\nopenSync(path, 'r')\nopenSync(path)"],
    [gestura, "import { constants as c, openSync } from 'node:fs'\nopenSync(path, c.O_RDONLY | (c.O_NONBLOCK ?? 0))"],
    [feature, 'open(hit, focus)'],
    ['src/main/service/agents/gestura/write/put.ts', "import { writeFileSync } from 'node:fs'"],
    ['src/main/service/agents/gestura/read.test.ts', "import { writeFileSync } from 'node:fs'"],
    ['src/main/service/agents/tact/database/open.ts', "import S from 'better-sqlite3'"],
    ['src/main/service/restore/apply.ts', "import { rename } from 'node:fs/promises'"],
    ['src/shared/domain/plan.ts', "import { z } from 'zod'\nimport { Finding } from './finding'"],
    [feature, "import { Button } from '../../ui/button'\nimport { useState } from 'react'\nimport { x } from './x'"]
  ])('lets %s do what is its own', (from, text) => {
    expect(checkFile(from, text)).toEqual([])
  })

  it('names the line, and is not fooled by comments and strings', () => {
    const text =
      "// import { app } from 'electron'\nconst t = `import { app } from 'electron'`\n\nimport { app } from 'electron'"
    expect(checkFile('src/main/cli/main.ts', text).map((breach) => breach.line)).toEqual([4])
  })
})

describe('readImports', () => {
  it('refuses a file that it cannot read, instead of passing it', () => {
    expect(() => readImports('broken.ts', 'import {')).toThrow('broken.ts')
  })
})

describe('resolveName', () => {
  it('turns relative names and aliases into paths of the project', () => {
    expect(resolveName('src/main/shell/a.ts', '../service/b')).toBe('src/main/service/b')
    expect(resolveName('src/main/shell/a.ts', '@shared/ipc/contract')).toBe('src/shared/ipc/contract')
  })
})
