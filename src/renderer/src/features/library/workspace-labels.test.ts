import { describe, expect, it } from 'vitest'
import { workspaceLabels } from './workspace-labels'

describe('workspaceLabels', () => {
  it('takes the last part, and one more only where two would be called the same', () => {
    const labels = workspaceLabels(['/home/a/code/app', '/srv/app', '/home/a/code/site', '/'])
    expect([...labels.values()]).toEqual(['code/app', 'srv/app', 'site', '/'])
  })
})
