import { describe, expect, test } from 'vitest'
import type { ContractOperation } from '../contract-operation.ts'
import { toFacadeNames } from './facade.ts'

const operation = (operationId: string, tag: string): ContractOperation => ({
  operationId,
  tags: [tag],
  summary: '',
  responses: {},
})
const nameOf = (id: string, tag: string): string => {
  const name = toFacadeNames([operation(id, tag)], {}).get(id)
  return `${name?.resource}.${name?.method}`
}

describe('names of the facade', () => {
  test.each([
    ['getSignalReport', 'signals', 'signals.report'],
    ['listSignalDocuments', 'signals', 'signals.listDocuments'],
    ['getPortfolio', 'portfolios', 'portfolios.get'],
    ['listStories', 'stories', 'stories.list'],
    ['uploadStoryImage', 'stories', 'stories.uploadImage'],
    ['removeContext', 'context-spaces', 'contextSpaces.removeContext'],
    ['getSharedItem', 'sharing', 'sharing.item'],
    ['compareSignals', 'comparisons', 'signals.compare'],
    ['listProjectedThings', 'projects', 'projects.listProjectedThings'],
  ])('%s of %s is %s', (id, tag, expected) => {
    expect(nameOf(id, tag)).toBe(expected)
  })

  test('an entry in the table takes precedence', () => {
    const names = toFacadeNames([operation('topicQuery', 'explore')], { topicQuery: 'searches.start' })
    expect(names.get('topicQuery')).toEqual({ resource: 'searches', method: 'start' })
  })

  test('two operations with one name stop the generator', () => {
    const operations = [operation('getStory', 'stories'), operation('get', 'stories')]
    expect(() => toFacadeNames(operations, {})).toThrow('getStory and get are both stories.get')
  })

  test('a name in the table without an operation stops the generator', () => {
    expect(() => toFacadeNames([], { topicQuery: 'explore.search' })).toThrow('do not exist: topicQuery')
  })
})
