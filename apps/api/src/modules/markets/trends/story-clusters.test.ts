import { expect, test } from 'vitest'
import { rankStories } from './story-clusters.ts'

const topicOf = (title: string, named: Readonly<Record<string, number>>) => {
  const told = (outlet: string, id: string) => ({
    id,
    clusterId: '7',
    publishedAt: new Date('2026-11-20T08:00:00Z'),
    day: '2026-11-20',
    outlet,
    country: null,
    tone: null,
    title,
  })
  const [story] = rankStories({
    documents: [told('one.example', '1'), told('two.example', '2')],
    asOf: '2026-11-20',
    headlineCounts: new Map(Object.entries(named)),
    isYoung: false,
  })
  return story?.cluster.topic
}

const title = 'The Latest: Israel reaches 1 million mark in vaccinations'

test('a story is searched by the name in its headline before a word of it', () => {
  expect(topicOf(title, { israel: 4, reaches: 12, vaccinations: 30, latest: 200 })).toBe('israel')
})

test('a word has to be said often enough that a search of it finds something', () => {
  expect(topicOf(title, { israel: 2, vaccinations: 30 })).toBe('vaccinations')
  expect(topicOf(title, { vaccinations: 9 })).toBeNull()
})
