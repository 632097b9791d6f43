import type { Random } from '../random.ts'
import { edit, read, type Story, say, shell } from '../story.ts'

interface Scene {
  readonly prompt: string
  readonly file: string
  readonly before: string
  readonly after: string
  readonly command: string
  readonly output: string
  readonly answer: string
}

const scenes: readonly Scene[] = [
  {
    prompt: 'Rename the settings page to preferences everywhere.',
    file: 'src/routes.ts',
    before: "  settings: '/settings',\n",
    after: "  preferences: '/preferences',\n",
    command: "rg -c 'settings' src | wc -l",
    output: '0\n',
    answer: 'Renamed in eleven files. The old address redirects, so bookmarks keep working.'
  },
  {
    prompt: 'The nightly backup takes forty minutes. Make it faster.',
    file: 'tools/backup.sh',
    before: 'tar czf "$out" data\n',
    after: 'tar cf - data | zstd -T0 -o "$out"\n',
    command: 'time ./tools/backup.sh',
    output: 'real\t3m41s\nuser\t9m02s\n',
    answer: 'From 40 minutes to under 4: `zstd` uses all cores, `gzip` only one. The files are 6 % smaller as well.'
  },
  {
    prompt: 'Add a dark mode that follows the system.',
    file: 'styles/theme.css',
    before: ':root { --page: white; }\n',
    after: ':root { color-scheme: light dark; --page: light-dark(white, #16181d); }\n',
    command: 'npm run lint:css',
    output: 'no problems\n',
    answer: 'The colours come from `light-dark()`, so there is one list instead of two.'
  },
  {
    prompt: 'Why does the map flicker when I zoom?',
    file: 'src/map/layer.ts',
    before: '  layer.clear()\n  layer.draw(tiles)\n',
    after: '  const next = draw(tiles)\n  layer.swap(next)\n',
    command: 'npm test -- map',
    output: '✓ 14 tests\n',
    answer: 'The layer was cleared before the new tiles had come. Now the old ones stay until the new ones are ready.'
  },
  {
    prompt: 'Please sort the member list by last name, umlauts included.',
    file: 'members/sort.py',
    before: 'members.sort(key=lambda m: m.last)\n',
    after: 'members.sort(key=lambda m: strxfrm(m.last))\n',
    command: 'python -m pytest -q',
    output: '12 passed in 0.30s\n',
    answer: '*Ä* now sorts with *A*, as in the phone book.'
  },
  {
    prompt: 'Upgrade to the new queue client and tell me what breaks.',
    file: 'go.mod',
    before: 'queue v1.8.2\n',
    after: 'queue v2.0.1\n',
    command: 'go build ./...',
    output: 'worker/run.go:44: too many arguments in call to q.Pull\n',
    answer: 'One place: `Pull` takes its timeout from the context now. Two lines, both changed.'
  },
  {
    prompt: 'Can we drop the polyfills?',
    file: 'vite.config.ts',
    before: "  legacy({ targets: ['defaults'] }),\n",
    after: '',
    command: 'npm run build',
    output: 'dist/index.js  212.40 kB → 148.93 kB\n',
    answer:
      'Yes. Everybody in the logs of the last three months has a browser that does without. The bundle is 30 % smaller.'
  },
  {
    prompt: 'Write a script that checks all links of the handbook.',
    file: 'tools/links.mjs',
    before: '',
    after: 'for (const link of links) if (!(await reachable(link))) console.log(link.file, link.href)\n',
    command: 'node tools/links.mjs',
    output: 'guide/visit.md https://example.test/old-map\n',
    answer: 'One dead link in 214. I left it, since only you know where the new map is.'
  },
  {
    prompt: 'The login page is slow on my phone.',
    file: 'src/login.tsx',
    before: "import { Illustration } from './illustration'\n",
    after: "const Illustration = lazy(() => import('./illustration'))\n",
    command: 'npx lighthouse --only performance',
    output: 'performance: 61 → 94\n',
    answer: 'The illustration was 900 kB and blocked the form. It now comes after the form is usable.'
  },
  {
    prompt: 'Explain this regular expression and make it readable.',
    file: 'src/parse-date.ts',
    before: 'const date = /^(\\d{4})-(\\d\\d)-(\\d\\d)$/\n',
    after: 'const date = /^(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)$/\n',
    command: 'npm test -- parse-date',
    output: '✓ 6 tests\n',
    answer:
      'It takes a date in the form `2026-11-29`. With named groups the code below reads `match.groups.month` instead of `match[2]`.'
  },
  {
    prompt: 'Print the member cards four to a page.',
    file: 'print/cards.css',
    before: '.card { width: 100%; }\n',
    after: '.card { width: 50%; break-inside: avoid; }\n',
    command: 'npm run print -- --preview',
    output: '12 pages → 3 pages\n',
    answer: 'Four to a page, and no card is torn apart at the fold.'
  },
  {
    prompt: 'The search finds nothing when I type an accent.',
    file: 'src/search.ts',
    before: '  return text.includes(query)\n',
    after: '  return fold(text).includes(fold(query))\n',
    command: 'npm test -- search',
    output: '✓ finds café by cafe\n✓ finds cafe by café\n',
    answer: 'Both sides lose their accents before they are compared.'
  },
  {
    prompt: 'Turn the meeting notes into a checklist.',
    file: 'notes/november.md',
    before: 'Hall is booked. Somebody has to call the caterer.\n',
    after: '- [x] Book the hall\n- [ ] Call the caterer\n',
    command: 'npx markdownlint notes',
    output: 'no problems\n',
    answer: 'Nine items, three of them done already. Names are where the notes had them.'
  },
  {
    prompt: 'Why is the container two gigabytes?',
    file: 'Dockerfile',
    before: 'FROM node:24\n',
    after: 'FROM node:24-slim AS run\n',
    command: "docker images site --format '{{.Size}}'",
    output: '214MB\n',
    answer: 'The build tools stayed in the last stage. With a stage of its own for the build, 214 MB are left.'
  },
  {
    prompt: 'Make the date picker start on Monday.',
    file: 'src/calendar.ts',
    before: 'const firstDay = 0\n',
    after: 'const firstDay = weekInfo(locale).firstDay\n',
    command: 'npm test -- calendar',
    output: '✓ 11 tests\n',
    answer: 'It now asks the locale, so people in Cairo get Saturday and people here get Monday.'
  },
  {
    prompt: 'Add a health check to the weather job.',
    file: 'jobs/weather.py',
    before: 'def run():\n',
    after: 'def healthy():\n    return age(latest()) < timedelta(hours=2)\n\n\ndef run():\n',
    command: 'curl -s localhost:8080/health',
    output: '{"ok": true, "age": "0:11:04"}\n',
    answer: 'It is healthy while the newest reading is less than two hours old.'
  },
  {
    prompt: 'Sort the photos of the trail into folders by month.',
    file: 'tools/sort-photos.sh',
    before: '',
    after: "exiftool '-Directory<DateTimeOriginal' -d photos/%Y-%m inbox\n",
    command: './tools/sort-photos.sh',
    output: '  183 image files updated\n',
    answer: '183 photos in 9 folders. Two had no date; they are still in `inbox`.'
  },
  {
    prompt: 'Find out which test is flaky.',
    file: 'test/upload.test.ts',
    before: '  await sleep(50)\n',
    after: "  await once(upload, 'done')\n",
    command: 'for i in $(seq 20); do npm test --silent || echo failed; done',
    output: 'failed\nfailed\n',
    answer: '`upload.test.ts` waits 50 ms instead of for the event. It failed twice in twenty runs, and not once since.'
  },
  {
    prompt: 'Translate the error messages into French.',
    file: 'i18n/fr.json',
    before: '{}\n',
    after: '{ "full": "Il n\'y a plus de place." }\n',
    command: 'npm run i18n:check',
    output: 'fr: 64 of 64\n',
    answer: 'All 64 are there. I was not sure about three; they carry a note for a reader.'
  },
  {
    prompt: 'Can the import run in the background?',
    file: 'src/import.ts',
    before: '  await importAll(rows)\n',
    after: "  queue.add('import', rows)\n",
    command: 'npm test -- import',
    output: '✓ 8 tests\n',
    answer: 'Yes: it goes into the queue, and the page shows how far it is.'
  },
  {
    prompt: 'Replace the colours of the chart so that I can tell them apart.',
    file: 'src/chart.ts',
    before: "const colours = ['red', 'green']\n",
    after: "const colours = ['#0072b2', '#e69f00', '#009e73']\n",
    command: 'npm run build',
    output: 'built in 2.1s\n',
    answer: 'The new ones differ for people who do not see red and green, too.'
  },
  {
    prompt: 'The footer is in the middle of short pages.',
    file: 'styles/page.css',
    before: 'main { margin: 0; }\n',
    after: 'body { display: grid; min-height: 100dvh; grid-template-rows: auto 1fr auto; }\n',
    command: 'npm run lint:css',
    output: 'no problems\n',
    answer: 'The page is a grid now, and the footer has its place at the bottom.'
  }
]

const openings = [
  'I will look at it.',
  'Let me find the place first.',
  'That should be a small change.',
  'Looking at how it works today.',
  'One moment, reading the code.'
]

/** A short conversation of one to three turns, put together from a few scenes; `first` says with which it begins. */
export function smallStory(random: Random, project: string, minutesAgo: number, first: number): Story {
  const turns = Array.from({ length: random.integer(1, 3) }, (_, turn) => {
    const scene = scenes[(first + turn * 7) % scenes.length] ?? random.pick(scenes)
    const failed = random.chance(0.15)
    return {
      prompt: scene.prompt,
      steps: [
        say(random.pick(openings), random.chance(0.4) ? `The place to start is ${scene.file}.` : undefined),
        read(scene.file, scene.before || '(new file)\n'),
        edit(scene.file, scene.before, scene.after),
        failed
          ? shell(scene.command, `command failed: ${scene.command}\n`, 1, random.integer(100, 4000))
          : shell(scene.command, scene.output, 0, random.integer(100, 4000)),
        say(scene.answer)
      ]
    }
  })
  return { project, minutesAgo, turns }
}
