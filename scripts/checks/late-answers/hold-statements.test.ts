import { expect, test } from 'vitest'
import { drawDelay, holdStatements } from './hold-statements.ts'

class Connection {
  readonly sent: string[] = []
  query(statement: string, done?: (answer: string) => void): unknown {
    this.sent.push(statement)
    done?.(`to ${statement}`)
    return Promise.resolve(`to ${statement}`)
  }
}

function createHeld() {
  const gates: (() => void)[] = []
  class Held extends Connection {}
  holdStatements(Held.prototype, () => new Promise((resolve) => gates.push(resolve)))
  return { connection: new Held(), other: new Held(), openNext: () => gates.shift()?.(), gates }
}

test('statements of one connection are sent later, in their order, and answered', async () => {
  const { connection, openNext, gates } = createHeld()
  const answers = [connection.query('begin'), connection.query('commit')]
  await expect.poll(() => gates.length).toBe(1)
  expect(connection.sent).toEqual([])
  openNext()
  expect(await answers[0]).toBe('to begin')
  expect(connection.sent).toEqual(['begin'])
  await expect.poll(() => gates.length).toBe(1)
  openNext()
  expect(await answers[1]).toBe('to commit')
})

test('another connection does not wait for the first', async () => {
  const { connection, other, gates } = createHeld()
  void connection.query('slow')
  const answer = other.query('fast')
  await expect.poll(() => gates.length).toBe(2)
  gates[1]?.()
  expect(await answer).toBe('to fast')
  expect(connection.sent).toEqual([])
})

test('a callback is called with the answer', async () => {
  const { connection, openNext, gates } = createHeld()
  const answer = new Promise((resolve) => connection.query('select 1', resolve))
  await expect.poll(() => gates.length).toBe(1)
  openNext()
  expect(await answer).toBe('to select 1')
})

test('a third of the statements wait, none longer than 75 ms', () => {
  const draws = Array.from({ length: 1000 }, (_, at) => {
    const shares = [at / 1000, 1]
    return drawDelay(() => shares.shift() ?? 0)
  })
  expect(draws.filter((ms) => ms > 0)).toHaveLength(300)
  expect(Math.max(...draws)).toBe(75)
})
