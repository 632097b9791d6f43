import { describe, expect, it } from 'vitest'
import { repositoryIdentity } from './repository-identity'

describe('repositoryIdentity', () => {
  it.each([
    'git@GitHub.com:a/b.git',
    'https://user:ghp_secret@github.com/a/b.git/',
    'ssh://git@github.com:22/a/b',
    'git://github.com/a/b.git'
  ])('B1 %s is one repository, and no secret stays in it', (address) => {
    expect(repositoryIdentity(address)).toBe('github.com/a/b')
  })

  it.each(['', '/home/me/repo', 'C:\\repo', 'nonsense'])('B1 %j names none', (address) => {
    expect(repositoryIdentity(address)).toBeNull()
  })
})
