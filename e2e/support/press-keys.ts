import { spawnSync } from 'node:child_process'

/** Presses keys on an X display, or that of the tests, as a keyboard does, and lets them go. Names are those of X, such as `Control_L`. */
export function pressKeys(display = process.env['DISPLAY'], ...names: readonly string[]): void {
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script, ...names], {
    encoding: 'utf8',
    env: { ...process.env, DISPLAY: display }
  })
  if (run.status !== 0) throw new Error(`the keys could not be pressed: ${run.stderr}`)
}

// In a process of its own: the display is closed with it, whatever happens.
const script = `
  import koffi from 'koffi'
  const [x, test] = [koffi.load('libX11.so.6'), koffi.load('libXtst.so.6')]
  const open = x.func('void *XOpenDisplay(const char *)')
  const symbol = x.func('unsigned long XStringToKeysym(const char *)')
  const code = x.func('unsigned char XKeysymToKeycode(void *, unsigned long)')
  const sync = x.func('int XSync(void *, int)')
  const fake = test.func('int XTestFakeKeyEvent(void *, unsigned int, int, unsigned long)')
  const display = open(null)
  if (!display) throw new Error('no display')
  const keys = process.argv.slice(1).map((name) => code(display, symbol(name)))
  for (const key of keys) fake(display, key, 1, 0)
  for (const key of keys.reverse()) fake(display, key, 0, 0)
  sync(display, 0)
`
