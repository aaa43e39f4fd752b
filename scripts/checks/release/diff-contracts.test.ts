import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { diffContracts } from './diff-contracts.ts'

const folder = mkdtempSync(join(tmpdir(), 'auspex-release-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const config = join(folder, 'redocly.yaml')
writeFileSync(config, 'extends: [diff-recommended]\n')

const note = {
  type: 'object',
  description: 'A note.',
  required: ['text'],
  properties: { text: { type: 'string', maxLength: 20 }, author: { type: 'string', maxLength: 20 } },
}
const listNotes = {
  operationId: 'listNotes',
  responses: { '200': { description: 'Notes.', content: { 'application/json': { schema: note } } } },
}

const write = (name: string, paths: object): string => {
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Notes', version: '0.1.0' }, paths }))
  return file
}
const base = write('base', { '/notes': { get: listNotes } })
const bumpOf = (name: string, paths: object) => diffContracts({ base, revision: write(name, paths), config })

describe('the difference of two contracts', () => {
  test('is none between equal ones', () => {
    expect(bumpOf('same', { '/notes': { get: listNotes } })).toEqual({
      bump: 'none',
      counts: { major: 0, minor: 0, patch: 0 },
      breaking: [],
    })
  })

  test('breaks when a reply loses a property or an operation is gone', () => {
    const { author: _author, ...properties } = note.properties
    const content = { 'application/json': { schema: { ...note, properties } } }
    const lost = bumpOf('lost', {
      '/notes': { get: { ...listNotes, responses: { '200': { description: 'Notes.', content } } } },
    })
    expect(lost.bump).toBe('major')
    expect(lost.breaking.join()).toContain('author')
    expect(bumpOf('gone', {}).bump).toBe('major')
  })

  test('adds when an operation is new, and only words it otherwise', () => {
    const added = { '/notes': { get: listNotes }, '/notes/all': { get: { ...listNotes, operationId: 'listAllNotes' } } }
    expect(bumpOf('added', added).bump).toBe('minor')
    const worded = { ...listNotes, description: 'Lists the notes.' }
    expect(bumpOf('worded', { '/notes': { get: worded } }).bump).toBe('patch')
  })
})
