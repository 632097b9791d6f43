import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { maskConfig } from '../../../redaction/mask-config'
import { configRules } from '../config-rules'
import { sessionFile } from '../store/layout'
import { sealedKey, storeCopy } from '../test-fixtures'
import { contentFindings } from './content-findings'
import { findSession } from './find-session'
import { readSessionConfig } from './session-config'

const masked = (root: string, id: string, key: Buffer | null = null) =>
  readSessionConfig(root, id, key).map((document) => maskConfig(document, configRules))

describe('readSessionConfig', () => {
  it('a3s-5 shows policies and rules, and masks prompt, patterns and addresses', () => {
    const [config, host] = masked(storeCopy('weather'), 'barometer-7f3a1c')
    const entry = (key: string) => config?.entries.find((candidate) => candidate.key === key)
    expect(entry('config.permission_policy.deny[0].rule')?.value).toBe('Bash(rm -rf:*)')
    expect(entry('config.queue_config.laneHandlers.Execute.timeout_ms')?.value).toBe(45000)
    expect(entry('config.enforce_active_skill_tool_restrictions')?.value).toBe(true)
    expect(entry('llm_config.model')?.value).toBe('model-x')
    for (const key of [
      'config.system_prompt',
      'llm_config.base_url',
      'config.security_config.classification_rules[0].pattern'
    ]) {
      expect(entry(key)?.masked, key).toBeDefined()
      expect(entry(key)?.value, key).toBeUndefined()
    }
    expect(host?.entries.find((candidate) => candidate.key === 'effort')?.value).toBe('high')
  })

  it('a3s-6 drops an API key before anything sees it, and says so', () => {
    const root = storeCopy('weather')
    const path = sessionFile(root, 'just-started')
    const document = JSON.parse(readFileSync(path, 'utf8'))
    document.session.llm_config = { provider: 'p', model: 'm', api_key: 'sk-live-0123456789', base_url: null }
    writeFileSync(path, JSON.stringify(document))
    expect(JSON.stringify(readSessionConfig(root, 'just-started', null))).not.toContain('sk-live')
    const snapshot = findSession(root, 'just-started', null, 'quick')?.snapshot ?? {}
    const findings = contentFindings(snapshot, [], path)
    expect(findings.map((finding) => finding.code)).toEqual(['a3s.session.api-key'])
    expect(JSON.stringify(findings)).not.toContain('sk-live')
  })

  it('shows nothing of a sealed session without its key', () => {
    const root = storeCopy('sealed')
    expect(masked(root, 'sealed-one')).toMatchObject([
      { present: true, entries: [], findings: [{ code: 'a3s.session.sealed' }] }
    ])
    expect(masked(root, 'sealed-one', sealedKey)[0]?.entries.length).toBeGreaterThan(5)
  })
})
