import { edit, read, type Story, say, shell } from '../story.ts'

/** A command line program that reads bank exports into a ledger. */
export const ledger: readonly Story[] = [
  {
    project: 'ledger',
    minutesAgo: 125,
    tasks: [
      { name: 'Skip blank rows', description: 'Rows whose cells are all empty.', status: 'done' },
      { name: 'Regression test', description: 'Three rows, the middle one blank.', status: 'done', parent: 0 },
      { name: 'Report skipped rows', description: 'One line at the end of an import.', status: 'doing' }
    ],
    checkpoints: [
      { afterTurn: 0, label: 'importer fixed', tasks: true },
      { afterTurn: 1, label: 'with report', tasks: false }
    ],
    turns: [
      {
        prompt: 'The importer stops at the first blank row of a bank export. It should skip blank rows and go on.',
        steps: [
          say(
            'I will look at the row loop first.',
            'The loop is probably in import.py, and "stops" suggests a break where a continue belongs.'
          ),
          read(
            'ledger/import.py',
            'def rows(reader):\n    for row in reader:\n        if not any(row):\n            break\n        yield parse(row)\n'
          ),
          edit('ledger/import.py', '            break\n', '            continue\n'),
          edit(
            'tests/test_import.py',
            'def test_reads_all():',
            "def test_skips_blank_rows():\n    assert [r.amount for r in rows([['1.00'], ['', ''], ['2.00']])] == [1, 2]\n\n\ndef test_reads_all():"
          ),
          shell(
            'python -m pytest -q',
            '.....                                                                    [100%]\n5 passed in 0.21s\n',
            0,
            890
          ),
          say('It was a `break` where a `continue` belongs. The new test has three rows, the middle one blank.')
        ]
      },
      {
        prompt: 'Now tell me at the end how many rows were skipped.',
        steps: [
          edit(
            'ledger/import.py',
            'def rows(reader):\n    for row in reader:\n',
            'def rows(reader, skipped=None):\n    for row in reader:\n'
          ),
          shell('python -m ledger import samples/may.csv', 'imported 214 rows, skipped 3 blank ones\n', 0, 310),
          say(
            '`imported 214 rows, skipped 3 blank ones`. The count is also in the return value, so a script can use it.'
          )
        ]
      }
    ]
  },
  {
    project: 'ledger',
    minutesAgo: 60 * 30,
    turns: [
      {
        prompt: 'Amounts above a million lose their cents in the monthly report. Find out where.',
        steps: [
          say('A float somewhere, most likely.', 'Single precision keeps about seven digits; 1,000,000.25 needs nine.'),
          shell(
            "rg -n 'float32|np.float' ledger",
            "ledger/report.py:18:    totals = np.zeros(12, dtype='float32')\n",
            0,
            31
          ),
          edit('ledger/report.py', "    totals = np.zeros(12, dtype='float32')\n", '    totals = [Decimal(0)] * 12\n'),
          shell(
            'python -m pytest -q tests/test_report.py',
            "F...                                                                     [100%]\nE   TypeError: unsupported operand type(s) for +: 'decimal.Decimal' and 'float'\n1 failed, 3 passed in 0.34s\n",
            1,
            960
          ),
          say(
            'The rows still come in as floats. I convert them where they are parsed, so that no float is left anywhere:'
          ),
          edit(
            'ledger/parse.py',
            "    amount = float(cell.replace(',', ''))\n",
            "    amount = Decimal(cell.replace(',', ''))\n"
          ),
          shell(
            'python -m pytest -q',
            '.........                                                                [100%]\n9 passed in 0.40s\n',
            0,
            1020
          ),
          say(
            'Found and fixed: `float32` in `report.py`. Amounts are `Decimal` from the first line on; a property test adds a thousand random amounts and compares to the cent.'
          )
        ]
      }
    ]
  },
  {
    project: 'ledger',
    minutesAgo: 60 * 100,
    turns: [
      {
        prompt: 'Which of our dependencies have not had a release for two years?',
        steps: [
          shell(
            'python tools/ages.py',
            'tabula-lite   3.1 years\npycountry     0.2 years\npython-dateutil 1.1 years\n',
            0,
            2400
          ),
          say(
            'Only **tabula-lite** (3.1 years). It is used in one place, to read a table from a PDF; `pdfplumber` can do the same.'
          )
        ]
      },
      {
        prompt: 'Replace it then.',
        steps: [
          say('I will try it in a branch of its own.'),
          shell('git switch -c replace-tabula', "Switched to a new branch 'replace-tabula'\n", 0, 40)
        ],
        end: 'failed',
        error: 'The model did not answer: stream disconnected before completion'
      }
    ]
  }
]
