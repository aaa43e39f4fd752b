export { findFreePort } from './find-free-port.ts'
export { readServiceClient, type RealServer, startRealServer } from './real-server.ts'
export { type Credentials, signIn, type SignedIn } from './sign-in.ts'
export { removeData, type SpawnedServer, spawnServer } from './spawn-server.ts'
