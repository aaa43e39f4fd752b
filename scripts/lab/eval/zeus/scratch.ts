import { judge, learnedReader, newScores, rowsOf } from './reading.ts'
import { learnReading } from './learn-reading.ts'
import { readConversations, readQuestions } from './questions.ts'
const only = (process.argv[2] ?? '0,1').split(',').map(Number)
const open = newScores()
const [questions, conversations] = [readQuestions('open'), readConversations('open')]
for (const fold of only) {
  const t = performance.now()
  const held = (_: unknown, at: number) => at % 5 === fold
  const learned = (_: unknown, at: number) => at % 5 !== fold
  const model = learnReading(questions.filter(learned), conversations.filter(learned))
  console.log('fold', fold, ((performance.now() - t) / 1000).toFixed(0), 's')
  judge(open, learnedReader(model), questions.filter(held), conversations.filter(held))
}
for (const r of rowsOf('open', open)) console.log(r.measure.padEnd(62), (r.value ?? 0).toFixed(3))
