import { createWordVectorTrainer, encodeWordVectors, type WordVectorTrainer } from '@auspex/analytics'
import { doTasks } from '../../../kernel/thread-tasks.ts'
import type { TrainerTasks } from './learn-words.ts'

const trainers = new Map<string, WordVectorTrainer>()

doTasks<TrainerTasks>({
  read: (documents) => {
    for (const { lang, title, lead } of documents) {
      if (lang === null) continue
      let trainer = trainers.get(lang)
      if (trainer === undefined) trainers.set(lang, (trainer = createWordVectorTrainer()))
      trainer.add({ title, body: lead })
    }
  },
  learn: (minDocuments) => {
    const learned = [...trainers]
      .filter(([, trainer]) => trainer.documents >= minDocuments)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([language, trainer]) => ({ language, vectors: encodeWordVectors(trainer.train()) }))
    trainers.clear()
    return learned
  },
})
