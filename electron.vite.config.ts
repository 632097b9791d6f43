import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { metaPolicy } from './src/main/shell/content-security-policy'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const shared = { '@shared': at('src/shared') }

/** Says the policy in the page too, where no header comes along. The development server needs a wider one. */
const securityPolicy = {
  name: 'security-policy',
  apply: 'build' as const,
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: metaPolicy },
      injectTo: 'head-prepend' as const
    }
  ]
}

/** Main and preload run in whatever Electron is at hand, the oldest of which carries Node 18 and Chrome 114. */
export default defineConfig({
  main: {
    resolve: { alias: shared },
    build: {
      outDir: 'out/main',
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        input: { main: at('src/main/shell/main.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' }
      }
    }
  },
  preload: {
    resolve: { alias: shared },
    build: {
      outDir: 'out/preload',
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: at('src/preload/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false }
      }
    }
  },
  renderer: {
    root: at('src/renderer'),
    resolve: { alias: { ...shared, '@renderer': at('src/renderer/src') } },
    plugins: [react(), tailwind(), securityPolicy],
    build: {
      outDir: at('out/renderer'),
      target: 'chrome114',
      // A data: address would need a wider content security policy.
      assetsInlineLimit: 0,
      // Half as much to read and compile before the first paint.
      minify: true,
      rolldownOptions: { input: { index: at('src/renderer/index.html'), quick: at('src/renderer/quick.html') } }
    }
  }
})
