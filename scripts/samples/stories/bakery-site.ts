import { edit, read, type Story, say, shell } from '../story.ts'

/** The site of a bakery: opening hours, orders, a price list. */
export const bakerySite: readonly Story[] = [
  {
    project: 'bakery-site',
    minutesAgo: 42,
    tasks: [
      {
        name: 'Opening hours on holidays',
        description: 'A list of dates that overrides the weekly hours.',
        status: 'done'
      },
      { name: 'Show "closed today" on the front page', description: 'Also in the page title.', status: 'doing' },
      { name: 'Ask about Easter Monday', description: 'Hanna decides.', status: 'open' }
    ],
    checkpoints: [{ afterTurn: 0, label: 'before the front page', tasks: true }],
    turns: [
      {
        prompt:
          'The shop is closed on 26 December but the page says "open until 18:00". Holidays should win over the weekly hours.',
        steps: [
          say(
            'Let me see how the hours are kept.',
            'Weekly hours are probably an array indexed by weekday. Holidays need a lookup by date before that.'
          ),
          read('content/hours.yaml', 'weekly:\n  tue-fri: 06:30-18:00\n  sat: 06:30-13:00\nholidays: []\n'),
          edit(
            'content/hours.yaml',
            'holidays: []\n',
            'holidays:\n  - date: 2026-12-25\n    closed: true\n  - date: 2026-12-26\n    closed: true\n  - date: 2026-12-31\n    hours: 06:30-13:00\n'
          ),
          edit(
            'src/hours.js',
            'return weekly[day.getDay()]',
            'const holiday = holidays.find((each) => each.date === isoDay(day))\n  if (holiday) return holiday.closed ? null : parse(holiday.hours)\n  return weekly[day.getDay()]'
          ),
          shell(
            'node --test',
            "✔ opens at half past six on a Tuesday (1.9ms)\n✔ is closed on Mondays (0.3ms)\n✔ is closed on 26 December (0.4ms)\n✔ closes early on New Year's Eve (0.3ms)\nℹ tests 4\nℹ pass 4\nℹ fail 0\n",
            0,
            640
          ),
          say(
            'Holidays now win. The three days of this year are in `content/hours.yaml`; anybody can add one without touching code:\n\n```yaml\n- date: 2026-12-31\n  hours: 06:30-13:00\n```'
          )
        ]
      },
      {
        prompt: 'And the front page should say "closed today", also in the title.',
        steps: [
          read('templates/front.html', '<title>Bakery Hanna</title>\n<p class="today">Open until {{until}}</p>\n'),
          edit(
            'templates/front.html',
            '<title>Bakery Hanna</title>\n<p class="today">Open until {{until}}</p>\n',
            '<title>{{#closed}}Closed today · {{/closed}}Bakery Hanna</title>\n<p class="today">{{#closed}}Closed today{{/closed}}{{^closed}}Open until {{until}}{{/closed}}</p>\n'
          ),
          shell(
            'npm run preview -- --date 2026-12-26 | head -3',
            '<title>Closed today · Bakery Hanna</title>\n<p class="today">Closed today</p>\n',
            0,
            910
          ),
          say('Done. One thing I could not know: is Easter Monday a working day? I left it out and made a task of it.')
        ]
      }
    ]
  },
  {
    project: 'bakery-site',
    minutesAgo: 60 * 8,
    turns: [
      {
        prompt: 'Die Preisliste als PDF ist 14 MB groß. Bitte kleiner, aber druckbar.',
        steps: [
          shell(
            'pdfimages -list static/preise.pdf | head -4',
            'page   num  type   width height color comp bpc  enc\n   1     0 image    4961  7016  rgb     3   8  jpeg\n   2     1 image    4961  7016  rgb     3   8  jpeg\n',
            0,
            120
          ),
          say('Beide Seiten sind als Bild mit 600 dpi eingebettet. 200 dpi reichen für den Druck in A4.'),
          shell(
            'gs -q -sDEVICE=pdfwrite -dPDFSETTINGS=/printer -r200 -o static/preise-klein.pdf static/preise.pdf && du -h static/*.pdf',
            '14M\tstatic/preise.pdf\n1.1M\tstatic/preise-klein.pdf\n',
            0,
            5210
          ),
          say('Aus **14 MB** wurden **1,1 MB**. Die alte Datei liegt noch daneben; sag Bescheid, wenn sie weg kann.')
        ]
      }
    ]
  },
  {
    project: 'bakery-site',
    minutesAgo: 60 * 50,
    turns: [
      {
        prompt: 'The order form sends twice when people double-click. Please fix.',
        steps: [
          read(
            'src/order.js',
            "form.addEventListener('submit', async (event) => {\n  event.preventDefault()\n  await send(new FormData(form))\n  location.href = '/thanks'\n})\n"
          ),
          edit(
            'src/order.js',
            '  event.preventDefault()\n',
            "  event.preventDefault()\n  if (form.dataset.sending) return\n  form.dataset.sending = 'yes'\n  button.disabled = true\n"
          ),
          shell(
            'npx playwright test order',
            'Running 2 tests using 1 worker\n  ✓  1 order.spec.js › sends once on a double click (1.2s)\n  ✘  2 order.spec.js › can be sent again after an error (5.0s)\n\n  1) order.spec.js:21:3 › can be sent again after an error\n     Error: locator.click: element is disabled\n  1 failed, 1 passed (7.1s)\n',
            1,
            7410
          ),
          say('The second test is right to fail: after an error the form has to come back to life.'),
          edit(
            'src/order.js',
            '  await send(new FormData(form))\n',
            '  try {\n    await send(new FormData(form))\n  } catch (error) {\n    delete form.dataset.sending\n    button.disabled = false\n    return showError(error)\n  }\n'
          ),
          shell(
            'npx playwright test order',
            'Running 2 tests using 1 worker\n  ✓  1 order.spec.js › sends once on a double click (1.1s)\n  ✓  2 order.spec.js › can be sent again after an error (1.4s)\n\n  2 passed (3.3s)\n',
            0,
            3620
          ),
          say('Both pass now: one order per click, and the form works again after a network error.')
        ]
      }
    ]
  }
]
