/** The process that `product.ts` starts: everything except the web app, which Vite serves. */
import { readConfig } from '@auspex/api'
import { serve } from '@auspex/server'

const serving = await serve(readConfig(), { withWeb: false })
process.send?.('ready')

function stop(): void {
  void serving.close().then(() => process.exit(0))
}

process.once('SIGTERM', stop)
// without its parent, nothing could stop it any more
process.once('disconnect', stop)
