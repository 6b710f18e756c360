/** Replies with which a target may attack readers of a report. None of them may have an effect in any form of the report. */
import type { ClaimRecord, Report } from '../../generated/formats.ts'
import type { FinishedRun } from '../../reports/index.ts'
import { anEntry, anExchange, aReport } from './a-report.ts'

export const payloads: Readonly<Record<string, string>> = {
  script: '<script>globalThis.pwned=1</script>',
  'end of a script': '</script><script>globalThis.pwned=1</script>',
  'end of a comment': '--><img src=x onerror="globalThis.pwned=1"><!--',
  image: '<img src=x onerror=globalThis.pwned=1>',
  'end of an attribute': '" onmouseover="globalThis.pwned=1" x="',
  'end of a quoted attribute': "' autofocus onfocus='globalThis.pwned=1",
  'vector image': '<svg/onload=globalThis.pwned=1>',
  'end of a style': '</style><script>globalThis.pwned=1</script>',
  'end of character data': ']]><script>globalThis.pwned=1</script>',
  'entity declaration': '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  'script address': '[click](javascript:globalThis.pwned=1)',
  'terminal colours': '\u001b[31mred\u001b[0m\u001b[2J',
  'terminal title': '\u001b]0;owned\u0007',
  'terminal link': '\u001b]8;;https://evil.invalid\u0007click\u001b]8;;\u0007',
  'old terminal controls': '\u009b2J\u0090q\u009c',
  'carriage return': 'PASS\rFAIL',
  'new line': 'one\n::error title=forged::forged\n[FAIL] forged',
  'turned direction': '\u202egnp.exe\u202c \u2066isolated\u2069',
  invisible: 'a\u200bb\ufeffc\u00add\u{e0041}',
  'line separators': 'one\u2028two\u2029three',
  'lone surrogate': 'x\ud800y',
  'null byte': 'a\u0000b',
  'workflow command': '::set-output name=x::y%0A::add-mask::z',
  'table cell': '| a | b |\n|---|---|',
  'code fence': '```\n</details><script>globalThis.pwned=1</script>\n```',
  template: '{{constructor.constructor("globalThis.pwned=1")()}} $' + '{globalThis.pwned=1}',
  'one long line': 'A'.repeat(1 << 20),
}

/** A run with this text in every place that a target can influence. */
export function hostileRun(text: string): FinishedRun {
  const entries = (['fail', 'warn', 'unverified', 'pass'] as const).map((verdict, n) =>
    anEntry(`messaging.drafts.hostile-${n}`, verdict, {
      expected: text,
      actual: text,
      message: text,
      repeat: `npx assay run --target '${text.slice(0, 200)}'`,
      exchanges: [37],
    }),
  )
  const report: Report = aReport(entries, {
    target: { name: text.slice(0, 300), messaging: { baseUrl: 'https://chat.acme.example/api/v1', featureLevel: 417 } },
    observations: [{ id: 'messaging.errors.text', observed: text, exchanges: [37] }],
    leftovers: [{ kind: text.slice(0, 300), id: text.slice(0, 300), why: text }],
    coverage: { [text.slice(0, 100)]: text.slice(0, 1000) },
  })
  const exchange = anExchange({
    actor: text.slice(0, 2000),
    request: {
      method: 'POST',
      url: `https://chat.acme.example/api/v1/drafts?x=${encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '').slice(0, 2000))}`,
      headers: { 'x-hostile': text },
      body: text,
    },
    response: { status: 200, headers: { 'x-hostile': text }, body: JSON.stringify({ result: text, [text]: [text] }) },
  })
  const claim: ClaimRecord = {
    ...{ n: 1, requirement: 'messaging.drafts.hostile-0', check: text, predicate: text, args: { field: text, text } },
    ...{ exchanges: [37, 38], control: 38, attempt: 1, expected: text, actual: text },
    outcome: 'broken',
    weight: 'must',
  }
  const plain = anExchange({ n: 38, response: { status: 200, headers: {}, body: text } })
  return {
    report,
    exchanges: [exchange, plain],
    claims: [claim],
    damage: [text],
  }
}
