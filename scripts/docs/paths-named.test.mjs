import { describe, expect, it } from 'vitest'
import { pathsNamed, scriptsNamed } from './paths-named.mjs'

describe('pathsNamed', () => {
  it('finds paths in code marks and in links, without lines, anchors and closing slashes', () => {
    const page = 'See `src/main/shell/` and `src/a.ts:12`, [the plan](../plan.md#two), `src/a.ts` again.'
    expect(pathsNamed(page)).toEqual({ marked: ['src/main/shell', 'src/a.ts'], linked: ['../plan.md'] })
  })

  it('finds the pictures of both themes', () => {
    const page = '<source srcset="images/light.png"><img src="images/dark.png" alt="x">'
    expect(pathsNamed(page)).toEqual({ marked: [], linked: ['images/light.png', 'images/dark.png'] })
  })

  it('leaves alone what is no path of the project', () => {
    const page =
      '`npm start` `~/.tact` `src/main/service/agents/<agent>` `e2e/*.ts` [x](https://a.example) [y](#z)\n```\n`src/x`\n```'
    expect(pathsNamed(page)).toEqual({ marked: [], linked: [] })
  })
})

describe('scriptsNamed', () => {
  it('finds the scripts that a person is told to run', () => {
    expect(scriptsNamed('`npm run check`, then npm run cli -- list; `npm test`')).toEqual(['check', 'cli'])
  })
})
