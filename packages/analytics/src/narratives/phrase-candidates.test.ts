import { expect, test } from 'vitest'
import { phraseCandidates } from './label-narratives.ts'

const phrasesOf = (title: string) => phraseCandidates(title).map(({ text }) => text)

test('the name of the site behind the last bar is no phrase of the story', () => {
  expect(phrasesOf('Solar capacity | News Sports Jobs')).toEqual(phrasesOf('Solar capacity'))
  expect(phrasesOf('Solar capacity | News Sports Jobs')).toContain('Solar capacity')
})

test('a title that begins with a bar keeps its words', () => {
  expect(phrasesOf('| Solar capacity')).toContain('Solar capacity')
})
