/** What a printed story draws beside what a printed report does. */
export const storyStyles = `
.card{margin-top:44px;overflow-wrap:anywhere}
.card h2{margin-top:0}
.card h3{font-size:17px;margin:24px 0 4px}
.card h4{font-size:15px;margin:20px 0 4px}
.card .text>*+*{margin-top:12px}
.card p+p{margin-top:8px}
.footnote{font-size:14px;color:var(--ink-2)}
sup{font-size:.75em;line-height:0}
.caption{color:var(--ink-2);font-size:15px;margin-top:10px}
.number-name{font-size:14px;color:var(--ink-3)}
.number-value{font-size:44px;line-height:1.2;font-weight:600;letter-spacing:-.02em}
blockquote{margin:0;padding:4px 0 4px 20px;border-left:3px solid var(--accent-soft);font-size:19px}
.text blockquote{font-size:inherit}
.signal{font-size:20px}
img{display:block;max-width:100%;height:auto;border-radius:12px}
header img{margin-bottom:28px}
pre{margin:0;padding:14px 16px;border-radius:10px;background:var(--wash);overflow-x:auto;font-size:14px}
hr{border:0;border-top:1px solid var(--line)}
@media (max-width:600px){.card{margin-top:32px}.number-value{font-size:36px}}
@media print{.card{break-inside:avoid}.card:has(.text),.card:has(table){break-inside:auto}details{display:none}}
`
