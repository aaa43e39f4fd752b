/** Usage: node ending-server.main.ts FILE END… The n-th run ends as the n-th END states; FILE counts the runs. */
import { appendFileSync, readFileSync } from 'node:fs'

const [file = '', ...ends] = process.argv.slice(2)
appendFileSync(file, 'x')
const end = ends[readFileSync(file, 'utf8').length - 1] ?? 'stay'
const act = (): void => {
  if (end.startsWith('SIG')) process.kill(process.pid, end)
  else if (end !== 'stay') process.exit(Number(end.replace('early:', '')))
}
process.on('SIGTERM', () => process.exit(0))
setInterval(() => undefined, 1000)
if (end.startsWith('early:')) act()
else process.send?.('ready', act)
