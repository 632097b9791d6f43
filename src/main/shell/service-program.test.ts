import { describe, expect, it } from 'vitest'
import { transportFor } from './service-link'
import { serviceProgram } from './service-program'

const chosen = {
  REPRISE_TRANSPORT: 'utility process',
  REPRISE_SERVICE_ENTRY: '/test/echo.cjs',
  REPRISE_NODE: '/test/node',
  NODE_OPTIONS: '--require /x',
  PATH: '/bin'
}
const options = { appFolder: '/app', home: '/own', packaged: false, args: [], env: chosen, nodeApi: '8' }

describe('transportFor', () => {
  it.each([
    ['8', 'forked Node'],
    [undefined, 'forked Node'],
    ['9', 'forked Node'],
    ['10', 'utility process'],
    ['137', 'utility process']
  ])('with Node-API %s takes the %s', (nodeApi, transport) => expect(transportFor(nodeApi)).toBe(transport))
})

describe('serviceProgram', () => {
  it('lets the environment choose in development', () => {
    expect(serviceProgram(options)).toMatchObject({
      transport: 'utility process',
      entry: '/test/echo.cjs',
      node: '/test/node'
    })
  })

  it('lets it choose nothing in a packaged app', () => {
    const program = serviceProgram({ ...options, packaged: true, nodeApi: '10' })
    expect(program).toMatchObject({ transport: 'utility process', entry: '/app/out/service/entry.js' })
    expect(program.node).not.toBe('/test/node')
  })

  it('tells the service our folder, and nothing that would change its Node', () => {
    expect(serviceProgram(options).env).toEqual({ PATH: '/bin', REPRISE_HOME: '/own', REPRISE_NODE: '/test/node' })
  })
})
