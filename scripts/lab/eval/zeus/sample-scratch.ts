import { createRandom } from '@auspex/contract/random'
import { readQuestions } from '/work/wt/reading/scripts/lab/eval/zeus/questions.ts'
import { writeFromWordings } from '/work/wt/reading/scripts/lab/eval/zeus/wordings.ts'
const t = writeFromWordings(readQuestions('open'), createRandom(7))
console.log(t.length)
const r = createRandom(3)
for (let i=0;i<70;i++){const x=r.pick(t);console.log(x.question.text,'=>',x.question.spans.map(s=>s.kind[0]+':'+x.question.text.slice(s.start,s.end)).join(' | '),'=>',x.question.answer,x.question.wants.join(),x.following,x.before.want,x.question.form)}
