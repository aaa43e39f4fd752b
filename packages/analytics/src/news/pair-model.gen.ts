// Written by scripts/lab/eval/news/train-pairs.ts: logistic regression with an L2 penalty of 3 on 115 open pairs of labels/news-pairs
// (within two days, weighing 5 each) and 4000 pairs of the odd-numbered stories of googlenews_snippets that share a rare word.
export const pairModel = {
  bias: -9.436,
  weights: [
    5.262, // meaning
    -1.281, // predicate
    -8.722, // shared
    6.707, // rarest
    3.062, // nearness
    -0.977, // numbers apart
    -0.548, // dates apart
    -0.879, // countries apart
    -0.116, // action shared
    10.99, // alike
    -2.886, // replaced
    -2.439, // days
  ],
}
