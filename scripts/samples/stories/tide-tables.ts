import { edit, read, type Story, say, shell } from '../story.ts'

const green = (text: string) => `\u001b[32m${text}\u001b[39m`
const red = (text: string) => `\u001b[31m${text}\u001b[39m`
const dim = (text: string) => `\u001b[2m${text}\u001b[22m`

/** A small site that prints tide tables for a harbour. */
export const tideTables: readonly Story[] = [
  {
    project: 'tide-tables',
    minutesAgo: 6,
    tasks: [
      {
        name: 'Fix the drift after the clocks change',
        description: 'High water is an hour late from the last Sunday in March on.',
        status: 'doing'
      },
      {
        name: 'Reproduce with a fixed date',
        description: 'A test for 29 March that fails.',
        status: 'done',
        parent: 0
      },
      {
        name: 'Compute in UTC, format in local time',
        description: 'Only the last step may know the time zone.',
        status: 'doing',
        parent: 0
      },
      { name: 'Print a note on days with a clock change', description: 'One line below the table.', status: 'open' }
    ],
    checkpoints: [
      { afterTurn: 0, label: 'tests reproduce the drift', tasks: true },
      { afterTurn: 1, label: null, tasks: true }
    ],
    turns: [
      {
        prompt:
          'High water is shown an hour late since the clocks changed. Can you find out why, and write a test first?',
        steps: [
          say(
            'I will start with the code that turns predictions into table rows.',
            'An hour off after a clock change smells like local time being used in the arithmetic. I should look at the row builder before touching anything.'
          ),
          read(
            'src/table.ts',
            "import { predict } from './harmonics'\n\nexport function rowsFor(day: Date) {\n  const start = new Date(day)\n  start.setHours(0, 0, 0, 0)\n  return [0, 6, 12, 18].flatMap((hour) => {\n    const at = new Date(start)\n    at.setHours(hour)\n    return predict(at)\n  })\n}\n"
          ),
          shell(
            "rg -n 'setHours|getTimezoneOffset' src",
            'src/table.ts:5:  start.setHours(0, 0, 0, 0)\nsrc/table.ts:8:    at.setHours(hour)\nsrc/format.ts:12:  const offset = day.getTimezoneOffset()\n',
            0,
            38
          ),
          say(
            '`setHours` works in local time, and `format.ts` adds the offset **again**. Here is a test that shows it:'
          ),
          edit(
            'test/table.test.ts',
            "test('a quiet day in January', () => {",
            "test('the day on which the clocks change', () => {\n  const rows = rowsFor(new Date('2026-03-29T12:00:00Z'))\n  expect(rows.map((row) => row.time)).toEqual(['03:12', '09:27', '15:38', '21:50'])\n})\n\ntest('a quiet day in January', () => {"
          ),
          shell(
            'npm test',
            `${dim('> tide-tables@1.4.0 test')}\n\n ${red('✗')} the day on which the clocks change\n   ${red('- 09:27')}\n   ${green('+ 10:27')}\n ${green('✓')} a quiet day in January\n ${green('✓')} spring tide is the higher one\n\n Tests  ${red('1 failed')} | ${green('2 passed')} (3)\n`,
            1,
            2310
          ),
          say(
            'The test fails the way you describe: everything after 02:00 is one hour late.\n\n| time | expected | got |\n|---|---|---|\n| first high water | 03:12 | 03:12 |\n| low water | 09:27 | 10:27 |\n| second high water | 15:38 | 16:38 |\n\nShall I move the arithmetic to UTC?'
          )
        ]
      },
      {
        prompt: 'Yes please. Keep the public functions as they are.',
        steps: [
          say(
            'Only the inside of `rowsFor` changes.',
            'Keep the signature. Build the four instants in UTC and leave formatting to Intl with an explicit zone.'
          ),
          edit(
            'src/table.ts',
            '  const start = new Date(day)\n  start.setHours(0, 0, 0, 0)\n',
            '  const start = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate())\n'
          ),
          edit(
            'src/table.ts',
            '    const at = new Date(start)\n    at.setHours(hour)\n    return predict(at)\n',
            '    return predict(new Date(start + hour * 3_600_000))\n'
          ),
          edit(
            'src/format.ts',
            '  const offset = day.getTimezoneOffset()\n  return shift(day, offset)\n',
            "  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(day)\n"
          ),
          shell(
            'npm test',
            ` ${green('✓')} the day on which the clocks change\n ${green('✓')} a quiet day in January\n ${green('✓')} spring tide is the higher one\n\n Tests  ${green('3 passed')} (3)\n`,
            0,
            2190
          ),
          say(
            "All three pass. What changed:\n\n- `rowsFor` counts hours in **UTC**, so a day always has the same four instants\n- `format` lets `Intl` apply the zone once, at the very end\n\n```ts\nrowsFor(new Date('2026-03-29T12:00:00Z')).map((row) => row.time)\n// ['03:12', '09:27', '15:38', '21:50']\n```\n\nNo public function has a new signature."
          )
        ]
      },
      {
        prompt: 'Great. Add one line below the table on days when the clocks change.',
        steps: [
          read(
            'src/page.ts',
            'export function page(day: Date, rows: Row[]) {\n  return layout("<table>", rows.map(row), "</table>")\n}\n'
          ),
          edit('src/page.ts', ' "</table>")\n', ' "</table>", changesClocks(day) ? note(day) : "")\n'),
          shell('npm run build', "src/page.ts(2,61): error TS2304: Cannot find name 'changesClocks'.\n", 2, 3120),
          say('The build rightly complains: I have to import the helper. Fixing that now.')
        ],
        end: 'interrupted'
      }
    ],
    fork: [
      {
        prompt: 'Try the same with the temporal polyfill instead.',
        steps: [
          shell('npm install temporal-polyfill', 'added 2 packages in 3s\n', 0, 3020),
          say(
            'Installed. With `Temporal.ZonedDateTime` the day is 23 or 25 hours long by itself, so the special case disappears.'
          )
        ]
      }
    ]
  },
  {
    project: 'tide-tables',
    minutesAgo: 60 * 26,
    turns: [
      {
        prompt: 'Draw the tide curve as an SVG next to the table. Keep it small, no chart library.',
        steps: [
          {
            do: 'plan',
            steps: [
              { text: 'Sample the prediction every ten minutes', status: 'completed' },
              { text: 'Map to a path of 600 by 120', status: 'in_progress' },
              { text: 'Mark high and low water', status: 'pending' }
            ]
          },
          edit(
            'src/curve.ts',
            '',
            'export function curve(points: Point[], width = 600, height = 120): Path {\n  const top = Math.max(...points.map((point) => point.level))\n  const path = new Path(width, height)\n  for (const point of points) path.lineTo(x(point, width), y(point, top, height))\n  return path\n}\n'
          ),
          { do: 'image', path: 'docs/curve.png' },
          {
            do: 'plan',
            steps: [
              { text: 'Sample the prediction every ten minutes', status: 'completed' },
              { text: 'Map to a path of 600 by 120', status: 'completed' },
              { text: 'Mark high and low water', status: 'completed' }
            ]
          },
          say(
            'The curve is one path of 144 points, 3.1 kB in the page. High and low water carry their time as text, so a screen reader reads them too.'
          )
        ]
      }
    ]
  },
  {
    project: 'tide-tables',
    minutesAgo: 60 * 75,
    turns: [
      {
        prompt: 'Why are the harmonics for Vlissingen so different from the published ones?',
        steps: [
          {
            do: 'subagent',
            name: 'explore',
            task: 'Compare our constituents for Vlissingen with the published list, report differences above 2 cm.',
            output: 'M2 1.75 m vs 1.74 m, S2 0.48 m vs 0.48 m, **O1 0.11 m vs 0.02 m**. Only O1 differs.'
          },
          read(
            'data/vlissingen.json',
            '{\n  "M2": { "amplitude": 1.75, "phase": 58.9 },\n  "S2": { "amplitude": 0.48, "phase": 116.2 },\n  "O1": { "amplitude": 0.11, "phase": 195.0 }\n}\n'
          ),
          say(
            'Only **O1** differs: 11 cm in our file, 2 cm in the published list. The file was fitted on five months of data, too short to separate O1 from its neighbour. With a full year it comes out right.'
          ),
          { do: 'compaction', before: 48, after: 9 },
          say('I fitted it again with `--days 369`; the residual falls from 9 cm to 3 cm.')
        ]
      }
    ]
  }
]
