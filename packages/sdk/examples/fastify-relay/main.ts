/** Usage: node main.ts, then curl -H "Authorization: Bearer $AUSPEX_TOKEN" localhost:5000/topics/sig_… */
import { createRelay } from './relay.ts'

const app = createRelay(`${process.env.AUSPEX_URL ?? 'http://localhost:4000'}/api`)
console.log(`Listening at ${await app.listen({ port: Number(process.env.PORT ?? 5000) })}`)
