import { detectAll } from 'tinyld'
import { detectLanguage } from './language/detect-language.ts'
import { countFunctionWords } from './language/function-words.ts'
import { shortTitles } from './language/testing/short-titles.ts'
const latin='en es fr de it pt nl sv no da fi is pl cs sk hu ro hr sl lt lv et tr vi id ms tl sw ca sq'.split(' ')
for (const [lang, ts] of Object.entries(shortTitles)) for (const t of ts) { const d = detectLanguage(t)
 const a = detectAll(t,{only:latin}); const en=a.find(x=>x.lang==='en')?.accuracy??0; const c=countFunctionWords(t)
 console.log(d.lang===lang?'  ':d.lang===null?' ?':'X ', lang, d.lang, d.confidence.toFixed(2), t, '|', a.slice(0,3).map(x=>x.lang+x.accuracy.toFixed(3)).join(' '), 'en'+en.toFixed(3), JSON.stringify([c.english,c.shared,c.foreign,c.letters])) }
