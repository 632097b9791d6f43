import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../scripts/samples/random'
import type { PlantedSecret } from './make-secrets'

export const toldSession = '7c1f4d7e-2f5b-4c0e-9d57-3d0b6f0a1c11'
const filler = 15

/** A home with one session of Claude Code whose prompts, replies and tools tell secrets, made at run time from a seed. */
export class ToldSecrets {
  readonly home = mkdtempSync(join(tmpdir(), 'reprise-told-'))
  readonly key: string
  readonly password = 'tide-4711-ebb'
  readonly token: string
  readonly secrets: readonly PlantedSecret[]
  readonly path: string

  constructor() {
    const random = createRandom(20261130)
    // In two parts, so that nothing here looks like a real one.
    this.key = `${['sk', 'ant', 'api03'].join('-')}-${random.hex(60)}Zq7`
    this.token = random.hex(40)
    this.secrets = [this.key, this.password, this.token].map((text) => ({ kind: 'told', text, needles: [text] }))
    const folder = join(this.home, '.claude', 'projects', '-w-harbour')
    mkdirSync(folder, { recursive: true })
    this.path = join(folder, `${toldSession}.jsonl`)
    writeFileSync(
      this.path,
      `${this.records()
        .map((record) => JSON.stringify(record))
        .join('\n')}\n`
    )
  }

  private records(): object[] {
    const records: object[] = []
    const add = (type: 'user' | 'assistant', content: unknown) => {
      const number = records.length
      const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
      const parentUuid = number === 0 ? null : `00000000-0000-4000-8000-${String(number - 1).padStart(12, '0')}`
      const timestamp = new Date(Date.UTC(2026, 10, 20, 9, number % 60)).toISOString()
      const common = {
        parentUuid,
        isSidechain: false,
        userType: 'external',
        cwd: '/w/harbour',
        sessionId: toldSession,
        version: '2.0.0'
      }
      const message =
        type === 'user'
          ? { role: 'user', content }
          : {
              id: `msg_${number}`,
              type: 'message',
              role: 'assistant',
              model: 'claude-sonnet-4-5',
              content,
              usage: { input_tokens: 1, output_tokens: 1 }
            }
      records.push({ ...common, type, message, uuid, timestamp })
    }
    add('user', `Use ANTHROPIC_API_KEY=${this.key} for the harbour job`)
    add('assistant', [
      {
        type: 'text',
        text: `I set it:\n\n\`\`\`bash\nexport ANTHROPIC_API_KEY=${this.key}\n\`\`\`\n\nThe **token** is \`${this.token}\`.`
      }
    ])
    add('assistant', [
      {
        type: 'tool_use',
        id: 'toolu_1',
        name: 'Bash',
        input: { command: 'cat .env', env: { DB_PASSWORD: this.password } }
      }
    ])
    add('user', [
      {
        type: 'tool_result',
        tool_use_id: 'toolu_1',
        content: `PORT=80\nDB_PASSWORD=${this.password}\nAPI_TOKEN=${this.token}\n`
      }
    ])
    for (let round = 0; round < filler; round += 1) {
      add('user', `Round ${round}: what is the tide?`)
      add('assistant', [{ type: 'text', text: `It is rising.\n\n${'More about the harbour. '.repeat(12)}` }])
    }
    return records
  }
}
