// Makes the sample homes of `npm run demo` in a folder of its own: `home` for the agents, `reprise` for the app.
import { makeDemoHome } from './demo/make-demo-home.ts'

const [folder] = process.argv.slice(2)
if (!folder) {
  process.stderr.write('Usage: node scripts/demo.mjs FOLDER\n')
  process.exit(2)
}
makeDemoHome(folder)
