import { agentNames } from '@shared/domain/agents'
import type { Operation } from '@shared/domain/operation'
import { Select } from '../../ui/select'
import { type OperationFilter, present } from './operation-filter'
import { kindNames, stateNames } from './operation-words'

interface OperationFiltersProps {
  operations: readonly Operation[]
  filter: OperationFilter
  onChange: (filter: OperationFilter) => void
}

/** Which operations are shown, by agent, kind and state. */
export function OperationFilters({ operations, filter, onChange }: OperationFiltersProps) {
  const agents = present(operations, 'agent', filter.agent)
  const kinds = present(operations, 'kind', filter.kind)
  const states = present(operations, 'state', filter.state)
  return (
    <>
      <Select
        label="Agent"
        value={filter.agent}
        options={[
          { value: 'all', label: 'All agents' },
          ...agents.map((value) => ({ value, label: agentNames[value] }))
        ]}
        onChange={(agent: OperationFilter['agent']) => onChange({ ...filter, agent })}
      />
      <Select
        label="Kind"
        value={filter.kind}
        options={[{ value: 'all', label: 'All kinds' }, ...kinds.map((value) => ({ value, label: kindNames[value] }))]}
        onChange={(kind: OperationFilter['kind']) => onChange({ ...filter, kind })}
      />
      <Select
        label="State"
        value={filter.state}
        options={[
          { value: 'all', label: 'Any state' },
          ...states.map((value) => ({ value, label: stateNames[value] }))
        ]}
        onChange={(state: OperationFilter['state']) => onChange({ ...filter, state })}
      />
    </>
  )
}
