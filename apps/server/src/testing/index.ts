export { findFreePort } from './find-free-port.ts'
export { readServiceClient, type RealServer, startRealServer } from './real-server.ts'
export { removeData, type SpawnedServer, spawnServer } from './spawn-server.ts'
