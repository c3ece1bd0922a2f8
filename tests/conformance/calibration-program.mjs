/** C programs for calibration: functions of many shapes, and a later version of each with a few edits, as releases have. */

/**
 * The source of a program of functions that call each other directly, through tables and as last act. `edits`: how many
 * functions differ from the program without edits: a constant, a line more, a function more or one less.
 */
export function editedProgram({ seed, functions, edits }) {
  const draw = source(seed)
  const bodies = Array.from({ length: functions }, (_, at) => body(at, functions, draw))
  const change = source(seed * 7919 + 1)
  for (let edit = 0; edit < edits; edit++) {
    const at = change(functions)
    const kind = change(4)
    if (kind === 0) bodies[at] = bodies[at].replace(/\* (\d+)/, (_, number) => `* ${(Number(number) % 90) + 4}`)
    else if (kind === 1)
      bodies[at] = bodies[at].replace('{', `{ if (x == ${change(900)}) sink ^= x * ${3 + change(90)};`)
    else if (kind === 2) bodies[at] = `USED int added${at}(int x) { ${work(change)} return x - sink; }\n${bodies[at]}`
    else bodies[at] = bodies[at].replace(/ sink \+= [^;]*;/, '')
  }
  const names = Array.from({ length: functions }, (_, at) => `f${at}`)
  return [
    'volatile int sink; volatile int *place; int sums[64];',
    '#define USED __attribute__((noinline, used))',
    ...names.map((name) => `int ${name}(int);`),
    `int (*volatile table[])(int) = { ${names.join(', ')} };`,
    ...bodies,
    'int main(int count, char **words) { return f0(count); }',
    '',
  ].join('\n')
}

function body(at, functions, draw) {
  const callee = () => `f${draw(functions)}`
  const steps = Array.from({ length: 1 + draw(4) }, () => {
    const kind = draw(6)
    if (kind < 2) return work(draw)
    if (kind === 2) return `x += table[(x + ${draw(functions)}) % ${functions}](x);`
    if (kind === 3) return `for (int i = 0; i < (x & ${1 + draw(15)}); i++) sums[i] += ${callee()}(i);`
    if (kind === 4) return `if (x > ${draw(500)}) x ^= ${callee()}(x - ${1 + draw(9)}); else { ${work(draw)} }`
    return `x += ${callee()}(x + ${draw(30)});`
  })
  const end = draw(4) === 0 ? `return ${callee()}(x);` : 'return x ^ sink;'
  return `USED int f${at}(int x) { ${work(draw)} ${steps.join(' ')} ${end} }`
}

function work(draw) {
  return Array.from({ length: 1 + draw(5) }, () => `sink += x * ${3 + draw(90)};`).join(' ')
}

/** Whole numbers below a limit: a linear congruence, the same on every machine. */
function source(seed) {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % below
  }
}
