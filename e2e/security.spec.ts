import { statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type LaunchedApp, launchApp } from './support/launch'

type Reprise = { call(name: string, input: unknown): Promise<{ ok: boolean; error?: { code: string } }> }

test.describe('the window is closed to everything but its own page', () => {
  let started: LaunchedApp
  let server: Server
  let address: string
  const visits: string[] = []

  test.beforeAll(async () => {
    server = createServer((request, response) => {
      visits.push(request.url ?? '')
      response.setHeader('access-control-allow-origin', '*').end('<title>elsewhere</title>')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    started = await launchApp()
  })
  test.afterAll(async () => {
    await started.close()
    server.close()
    expect(visits).toEqual([])
  })

  test('has a content security policy in the answer and in the page, with nothing unsafe for scripts', async () => {
    const policies = await started.page.evaluate(async () => ({
      meta: document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? ''
    }))
    const header = await started.app.evaluate(async ({ net }) => {
      const answer = await net.fetch('app://reprise/index.html')
      return answer.headers.get('content-security-policy') ?? ''
    })
    for (const policy of [policies.meta, header]) {
      const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src')) ?? ''
      expect(scripts).toBe("script-src 'self'")
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("connect-src 'none'")
    }
    expect(header).toContain("frame-ancestors 'none'")
  })

  test('runs no inline script and no text as code', async () => {
    const ran = await started.page.evaluate(() => {
      const marks = globalThis as unknown as { marked?: boolean }
      const script = document.createElement('script')
      script.textContent = 'globalThis.marked = true'
      document.head.append(script)
      const holder = document.createElement('div')
      holder.innerHTML = '<img src="x:" onerror="globalThis.marked = true">'
      document.body.append(holder)
      holder.remove()
      return marks.marked === true
    })
    expect(ran).toBe(false)
    const refused = await started.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective), {
            once: true
          })
          const script = document.createElement('script')
          script.src = 'data:text/javascript,globalThis.marked=true'
          document.head.append(script)
        })
    )
    expect(refused).toContain('script-src')
  })

  test('reaches no network, by fetch, by image, by frame or from the main process', async () => {
    const reached = await started.page.evaluate(async (base) => {
      const byFetch = await fetch(`${base}/fetch`).then(
        () => true,
        () => false
      )
      const byImage = await new Promise<boolean>((resolve) => {
        const image = new Image()
        image.onload = () => resolve(true)
        image.onerror = () => resolve(false)
        image.src = `${base}/image`
      })
      return { byFetch, byImage }
    }, address)
    expect(reached).toEqual({ byFetch: false, byImage: false })
    const fromMain = await started.app.evaluate(async ({ net }, base) => {
      return net.fetch(`${base}/main`).then(
        () => true,
        () => false
      )
    }, address)
    expect(fromMain).toBe(false)
    expect(started.log()).toContain('network: refused a request to http:')
  })

  test('does not leave its page and opens no other window', async () => {
    const before = started.page.url()
    await started.page.evaluate((base) => {
      location.href = `${base}/gone`
    }, address)
    const opened = await started.page.evaluate((base) => window.open(`${base}/window`) !== null, address)
    await started.page.evaluate(() => {
      location.href = 'file:///etc/passwd'
    })
    await started.page.waitForTimeout(300)
    expect(opened).toBe(false)
    expect(started.page.url()).toBe(before)
    // Besides the quick-resume window, which is made ahead.
    expect(started.app.windows().filter((page) => !page.url().endsWith('/quick.html'))).toHaveLength(1)
    expect(started.log()).toContain('page: refused to navigate')
    expect(started.log()).toContain('page: refused to open a window')
  })

  test('grants no permission', async () => {
    const states = await started.page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'] as PermissionName[]
      const asked = await Promise.all(names.map((name) => navigator.permissions.query({ name })))
      return [...new Set(asked.map((answer) => answer.state))]
    })
    expect(states).not.toContain('granted')
  })

  test('opens https addresses only, and nothing else, in the browser', async () => {
    await started.app.evaluate(({ shell }) => {
      const opened: string[] = []
      Object.assign(globalThis, { opened })
      shell.openExternal = async (url: string) => void opened.push(url)
    })
    const codes = await started.page.evaluate(async () => {
      const { reprise } = globalThis as unknown as { reprise: Reprise }
      const urls = [
        'http://a.example',
        'file:///etc/passwd',
        'javascript:1',
        'https://u:p@a.example',
        'x',
        'https://a.example/b'
      ]
      const answers = await Promise.all(urls.map((url) => reprise.call('shell.openExternal', { url })))
      return answers.map((answer) => answer.error?.code ?? 'opened')
    })
    expect(codes).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 'opened'])
    const opened = await started.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
    expect(opened).toEqual(['https://a.example/b'])
  })

  test('answers no operation that is not in the contract', async () => {
    const codes = await started.page.evaluate(async () => {
      const { reprise } = globalThis as unknown as { reprise: Reprise }
      const names = ['no.such', '__proto__', 'constructor', 'plan.apply', 5 as unknown as string]
      const answers = await Promise.all(names.map((name) => reprise.call(name, {})))
      return answers.map((answer) => answer.error?.code)
    })
    expect(codes).toEqual(Array(5).fill('bad.input'))
  })

  test('refuses a message of another page loudly', async () => {
    const outcome = await started.app.evaluate(async ({ BrowserWindow, app }) => {
      const preload = `${app.getAppPath()}/out/preload/preload.cjs`
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
      await stranger.loadURL('data:text/html,<title>stranger</title>')
      const ask = `reprise.call('app.info', {}).then(() => 'answered', (error) => String(error.message))`
      const answer: unknown = await stranger.webContents.executeJavaScript(ask)
      stranger.destroy()
      return answer
    })
    expect(outcome).toContain('Refused: not our window')
    expect(started.log()).toContain('ipc: refused a message on reprise:call: not our window')
  })

  test('keeps its own folder and log to its owner', async () => {
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
    expect(mode(started.own)).toBe('700')
    expect(mode(join(started.own, 'logs'))).toBe('700')
    expect(mode(join(started.own, 'logs', 'reprise.log'))).toBe('600')
  })
})
