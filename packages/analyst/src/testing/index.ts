export { type FakeModelServer, type ModelMessages, type ModelTurn, startFakeModelServer } from './fake-model-server.ts'
export { type ReadAnswer, readAnswer } from './read-answer.ts'
export { createClaimsGuard } from '../guard/claims-guard.ts'
