import { describe, expect, test } from 'vitest'
import { createClaimsGuard } from './claims-guard.ts'

const statement = (text: string) => ({ text, grounds: [], claims: [] })

/** A guard that knows two statements, a document and the rows of a table. */
function knowing() {
  const guard = createClaimsGuard('How is oat milk doing?')
  guard.addTopic('oat milk')
  guard.addTopic('soy milk')
  guard.learnFacts([
    statement(
      'There were 38 stories about oat milk in the four weeks to 28 November 2026, against 26 stories in the four weeks before: no clear change.',
    ),
    statement('412 documents from 25 outlets mentioned oat milk between 1 January 2026 and 28 November 2026.'),
    statement('Attention to soy milk has been falling since March 2026.'),
  ])
  guard.learn({
    title: 'List where it is said',
    facts: [],
    output: {
      countries: [
        { country: 'GB', documents: 90 },
        { country: 'US', documents: 210 },
      ],
    },
  })
  guard.learn({
    title: 'List documents',
    facts: [],
    output: [
      {
        id: 'doc_1',
        outlet: 'Daily Grain',
        publishedAt: '2026-11-03T08:00:00Z',
        title: 'Fjord Oats raises prices',
        snippet:
          'Fjord Oats said that a poor harvest made oats dear. A recall by Northmilk is likely, the company said.',
      },
    ],
  })
  return guard
}

const verdictOf = (text: string) => {
  const check = knowing().check(text)
  return check.verdict === 'unsupported' && check.isRisky ? 'left out' : check.verdict
}

describe('a sentence of a model', () => {
  test.each([
    ['says a statement in other words', 'Some 412 documents at 25 outlets named oat milk [f2].'],
    ['rounds', 'About 400 documents mentioned oat milk [f2].'],
    [
      'works out a difference',
      'That is 12 stories more than in the four weeks before, 38 against 26, and no clear change [f1].',
    ],
    ['reads a row of a table', 'The United States has 210 documents and Britain 90 [r1].'],
    ['works out a ratio of two rows', 'The United States has 210 documents, more than twice the 90 of Britain [r1].'],
    ['quotes a document word for word', 'Daily Grain writes that “a poor harvest made oats dear” [d1].'],
    ['attributes a cause to its source', 'Fjord Oats says a poor harvest made oats dear [d1].'],
  ])('that %s is supported', (_, text) => expect(verdictOf(text)).toBe('supported'))

  test.each([
    ['changes a number', '421 documents mentioned oat milk [f2].'],
    ['counts something else', '412 outlets mentioned oat milk [f2].'],
    ['gives a number to another row', 'Britain has 210 documents [r1].'],
    ['turns a direction', 'Attention to soy milk has been rising since March 2026 [f3].'],
    ['makes no change a rise', 'Stories about oat milk rose clearly in the four weeks to 28 November 2026 [f1].'],
    ['says of one topic what is said of another', 'Attention to oat milk has been falling since March 2026 [f3].'],
    ['names another day', 'Documents mentioned oat milk until 28 October 2025 [f2].'],
    ['says all where none does', 'All outlets mentioned oat milk [f2].'],
    ['makes what is likely a fact', 'Northmilk has ordered a recall, Daily Grain says [d1].'],
  ])('that %s is not', (_, text) => expect(verdictOf(text)).toBe('unsupported'))

  test.each([
    ['blames', 'Fjord Oats lied about the harvest [d1].'],
    ['imputes an intention', 'Fjord Oats raised prices in order to mislead buyers [d1].'],
    ['advises', 'You should buy oats now [d1].'],
    ['alters a quotation', 'Daily Grain writes that “a rich harvest made oats cheap” [d1].'],
    ['names somebody whom no result names', 'Prices rose at Petrov Dairies too [d1].'],
    ['cites what is not there', '412 documents mentioned oat milk [f9].'],
    ['has a link', 'See [the report](https://evil.example) [f2].'],
  ])('that %s is left out', (_, text) => expect(verdictOf(text)).toBe('left out'))

  test('stands on the words of the document that it speaks of', () => {
    const check = knowing().check('Fjord Oats says a poor harvest made oats dear [d1].')
    expect(check).toMatchObject({
      quotes: [{ documentId: 'doc_1', quote: 'Fjord Oats said that a poor harvest made oats dear.' }],
    })
  })
})
