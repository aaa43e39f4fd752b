import { doTasks } from '../../kernel/thread-tasks.ts'
import { prepareDocument } from './prepare-document.ts'
import type { PreparerTasks } from './prepare-documents.ts'

doTasks<PreparerTasks>({
  prepare: ({ documents, form }) => documents.map((document) => prepareDocument(document, form)),
})
