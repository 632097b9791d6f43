import { edit, read, type Story, say, shell } from '../story.ts'

/** Sensors in an orchard, and a program that warns before frost. */
export const orchard: readonly Story[] = [
  {
    project: 'orchard-sensors',
    minutesAgo: 17,
    turns: [
      {
        prompt:
          'The frost warning came at 04:10, two hours too late. Please look at last night’s log and tell me why, before changing anything.',
        steps: [
          say(
            'Reading the log of last night.',
            'The threshold is 1 °C. If the sensor average hides one cold hollow, the warning waits until all of them are cold.'
          ),
          shell(
            'grep -E "02:|03:|04:" logs/2026-11-28.log | head -6',
            '02:00 north=0.4 hollow=-1.2 south=3.8 mean=1.0 ok\n02:30 north=0.1 hollow=-1.9 south=3.4 mean=0.5 ok\n03:00 north=-0.3 hollow=-2.4 south=3.0 mean=0.1 ok\n04:10 north=-1.0 hollow=-3.1 south=2.2 mean=-0.6 FROST\n',
            0,
            22
          ),
          {
            do: 'subagent',
            name: 'review',
            task: 'Check how the mean is used in warn.rs, and list every caller.',
            output: 'warn.rs:31 compares the mean with the threshold. Callers: main.rs:14, replay.rs:9.'
          },
          say(
            'The warning looks at the **mean** of all sensors. The hollow was at -1.2 °C at 02:00, but the warm south slope lifted the mean to 1.0 °C:\n\n| time | hollow | mean | warned |\n|---|---|---|---|\n| 02:00 | -1.2 | 1.0 | no |\n| 03:00 | -2.4 | 0.1 | no |\n| 04:10 | -3.1 | -0.6 | yes |\n\nIf it used the coldest sensor, it would have warned at 01:20.'
          )
        ]
      },
      {
        prompt: 'Use the second coldest, a single broken sensor must not wake us.',
        steps: [
          {
            do: 'plan',
            steps: [
              { text: 'Second coldest instead of mean', status: 'in_progress' },
              { text: 'Replay last month', status: 'pending' }
            ]
          },
          edit(
            'src/warn.rs',
            '    let level = readings.iter().sum::<f32>() / readings.len() as f32;\n',
            '    let mut sorted = readings.to_vec();\n    sorted.sort_by(f32::total_cmp);\n    let level = sorted.get(1).copied().unwrap_or(sorted[0]);\n'
          ),
          shell(
            'cargo test',
            '   Compiling orchard v0.3.0\n    Finished test profile in 2.41s\n\nrunning 6 tests\ntest warn::second_coldest ... \u001b[32mok\u001b[0m\ntest warn::one_broken_sensor ... \u001b[32mok\u001b[0m\ntest replay::october ... \u001b[31mFAILED\u001b[0m\n\ntest result: FAILED. 5 passed; 1 failed\n',
            101,
            6210
          ),
          say(
            '`replay::october` expects the old number of warnings (2). With the new rule there are 5, all before a real frost. I updated the expectation with a comment that says why.'
          ),
          edit(
            'tests/replay.rs',
            '    assert_eq!(warnings.len(), 2);\n',
            '    // Five nights were below zero in the hollow; the mean had hidden three of them.\n    assert_eq!(warnings.len(), 5);\n'
          ),
          shell('cargo test -q', 'running 6 tests\n......\ntest result: ok. 6 passed; 0 failed\n', 0, 1480),
          {
            do: 'plan',
            steps: [
              { text: 'Second coldest instead of mean', status: 'completed' },
              { text: 'Replay last month', status: 'completed' }
            ]
          },
          say('Last night it would have warned at **01:50**. In October it warns five times, never without frost.')
        ]
      }
    ],
    fork: [
      {
        prompt: 'What would a warning two degrees earlier cost us in false alarms?',
        steps: [
          shell('cargo run --bin replay -- --threshold 3', 'nights=31 warnings=11 false=6\n', 0, 940),
          say('Six false alarms in 31 nights, so one in five. I would stay with one degree.')
        ]
      }
    ]
  },
  {
    project: 'orchard-sensors',
    minutesAgo: 60 * 52,
    turns: [
      {
        prompt: 'Write a short README for the orchard folder, for someone who has never seen it.',
        steps: [
          read('Cargo.toml', '[package]\nname = "orchard"\nversion = "0.3.0"\n'),
          edit(
            'README.md',
            '',
            '# Orchard\n\nReads five temperature sensors every ten minutes and rings when frost comes.\n\n    cargo run -- --config orchard.toml\n'
          ),
          say(
            'Twelve lines: what it does, how to start it, where the sensors stand. Have a look:\n\n> Reads five temperature sensors every ten minutes and rings when frost comes.'
          )
        ]
      }
    ]
  },
  {
    project: 'choir-planner',
    minutesAgo: 60 * 5,
    turns: [
      {
        prompt: 'リハーサルの日程が重なったら警告を出してください。',
        steps: [
          say('予定の重なりを調べる関数を追加します。'),
          edit('src/overlap.ts', '', 'export const overlaps = (a: Slot, b: Slot) => a.from < b.to && b.from < a.to\n'),
          shell('npm test', '✓ 重なりを見つける\n✓ 隣り合う予定は重ならない\n', 0, 1210),
          say('重なった予定には ⚠️ が付き、両方の名前が表示されます。')
        ]
      }
    ]
  }
]
