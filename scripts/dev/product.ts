import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { nodeFlags } from '@auspex/server/node-flags'

/** The API and the identity provider in a separate process, which is restarted on changes. */
export interface Product {
  /** Resolves with its address once it has started, and again after each restart. */
  ready(): Promise<string>
  /** Stops the running process and starts a new one. Changes during a restart cause a single further one. */
  restart(reason: string): Promise<void>
  stop(): Promise<void>
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

export function createProduct(settings: Readonly<Record<string, string>>): Product {
  let child: ChildProcess | null = null
  let running: Promise<void> = Promise.resolve()
  let reasonToRestart: string | null = null
  let ready = Promise.withResolvers<string>()

  const end = async (): Promise<void> => {
    if (child === null || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  const start = async (reason: string): Promise<void> => {
    const started = performance.now()
    ready = Promise.withResolvers<string>()
    await end()
    const port = await findFreePort()
    const entry = `${import.meta.dirname}/product.main.ts`
    const starting = spawn(process.execPath, [...nodeFlags, entry], {
      env: {
        ...process.env,
        AUSPEX_LOG_LEVEL: 'warn',
        ...settings,
        AUSPEX_HOST: '127.0.0.1',
        AUSPEX_PORT: String(port),
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = starting
    const message = await Promise.race([once(starting, 'message'), once(starting, 'exit').then(() => null)])
    if (message === null) return console.error(`  ${reason} … it could not start; the next change starts it again`)
    ready.resolve(`http://127.0.0.1:${port}`)
    console.log(`  ${reason} … ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }

  const work = async (): Promise<void> => {
    while (reasonToRestart !== null) {
      const reason = reasonToRestart
      reasonToRestart = null
      await start(reason)
    }
  }

  return {
    ready: () => ready.promise,
    restart(reason) {
      const isWaiting = reasonToRestart !== null
      reasonToRestart = reason
      if (!isWaiting) running = running.then(work)
      return running
    },
    async stop() {
      reasonToRestart = null
      await end()
    },
  }
}
