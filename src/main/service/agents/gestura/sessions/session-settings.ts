import { toPlain } from '../../../json/json-value'
import { memberOf } from '../checkpoints/judge-payload'
import { todaysConfig } from '../config/checkpoint-config'
import { type Fields, fieldsOf, isFields } from '../reading/fields'

export interface ToolSettings {
  readonly permission_level: 'sandbox' | 'restricted' | 'full'
  readonly enabled_tools: Readonly<Record<string, boolean>>
}

/** What a new session takes from the configuration: the level by its name in lower case, and a copy of the tool map (format page, section 5.5). */
export function newToolSettings(config: unknown): ToolSettings {
  const { default_level, default_enabled_tools } = fieldsOf(toPlain(permissionsOf(config)))
  const level = String(default_level).toLowerCase()
  return {
    permission_level: level === 'sandbox' || level === 'full' ? level : 'restricted',
    enabled_tools: fieldsOf(default_enabled_tools) as Readonly<Record<string, boolean>>
  }
}

/** The tools of a session: its own settings, or the ones of the configuration. */
export function toolSettingsOf(session: Fields, config: unknown): ToolSettings {
  const own = fieldsOf(session.state).tool_settings
  return isFields(own) ? { ...newToolSettings({}), enabled_tools: {}, ...(own as object) } : newToolSettings(config)
}

/** Whether a session reflects: by its own override, or as the configuration says. */
export function reflects(session: Fields, config: unknown): boolean {
  const own = fieldsOf(fieldsOf(session.state).reflection_settings).enabled
  if (typeof own === 'boolean') return own
  return memberOf(memberOf(memberOf(todaysConfig(config), 'pipeline'), 'reflection'), 'enabled') === true
}

function permissionsOf(config: unknown) {
  return memberOf(todaysConfig(config), 'permissions') as Parameters<typeof toPlain>[0]
}
