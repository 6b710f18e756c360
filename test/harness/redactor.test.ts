/** The redactor: finding secrets in evidence and replacing them by placeholders. */
import { describe, expect, it } from 'vitest'
import { redactor } from '../../harness/evidence/redactor.ts'

describe('redactor', () => {
  it('replaces a known secret everywhere by the same placeholder', () => {
    const hidden = redactor()
    hidden.learn('s3cret-value')
    expect(hidden.text('a s3cret-value b s3cret-value')).toBe('a {{secret:1}} b {{secret:1}}')
    expect(hidden.body('{"x":"s3cret-value"}')).toBe('{"x":"{{secret:1}}"}')
  })

  it('hides a password that is a word of the API only in its own place', () => {
    const hidden = redactor([], value => ['status', 'message_history'].some(word => word.includes(value)))
    for (const word of ['status', 'message', 'secretly']) hidden.learn(word)
    expect(hidden.body('{"status":"true","message_history":[],"x":"secretly"}')).toBe(
      '{"status":"true","message_history":[],"x":"{{secret:1}}"}',
    )
    expect(hidden.body('username=ada&password=status')).toBe('username=ada&password={{secret:2}}')
  })

  it('finds a value in its URL-encoded forms', () => {
    const hidden = redactor()
    hidden.learn('pa ss+w&rd')
    expect(hidden.text('q=pa%20ss%2Bw%26rd')).toBe('q={{secret:1}}')
    expect(hidden.text('q=pa+ss%2Bw%26rd')).toBe('q={{secret:1}}')
  })

  it('changes only strings of JSON, and keeps the rest as received', () => {
    const hidden = redactor()
    hidden.learn('123456')
    expect(hidden.body('{ "id":123456,  "key": "123456" }')).toBe('{ "id":123456,  "key": "{{secret:1}}" }')
  })

  it('does not replace long amounts, although a signature of zeros was sent', () => {
    const hidden = redactor([{ headers: ['x-signature'] }])
    const zeros = '0'.repeat(64)
    hidden.request({ method: 'GET', url: 'http://t.example/', headers: { 'x-signature': zeros }, body: null, sent: [] })
    hidden.learn('0123456789')
    for (const amount of [`0.${zeros}01`, `1${zeros}00`, `0.0123456789${zeros}`])
      expect(hidden.body(JSON.stringify({ amount }))).toBe(JSON.stringify({ amount }))
  })

  it.each([
    ...[
      '\u0000',
      '\b',
      '\t',
      '\r\n',
      '\u001b[0m',
      '\u001b[1;31m',
      '\u007f',
      '\u0085',
      '\u00ad',
      '\u034f',
      '\u061c',
      '\u115f',
    ],
    ...[
      '\u180e',
      '\u200b',
      '\u2028',
      '\u202e',
      '\u2060',
      '\u2066',
      '\u3164',
      '\ufe0f',
      '\ufeff',
      '\ufff9',
      '\uffff',
      '\u{e0041}',
    ],
  ])('finds a secret with %j between its characters', between => {
    const hidden = redactor()
    hidden.learn('k3y-0f-ada-28fhw')
    const interrupted = [...'k3y-0f-ada-28fhw'].join(between)
    expect(hidden.text(`a ${interrupted} b`)).toBe('a {{secret:1}} b')
    for (const body of [JSON.stringify({ msg: interrupted }), `{"msg":"${interrupted}"}`])
      expect(hidden.body(body)).not.toContain(interrupted)
  })

  it('finds a secret that is written with escapes', () => {
    const hidden = redactor()
    hidden.learn('abc/def')
    expect(hidden.body('{"x":"abc\\/def"}')).toBe('{"x":"{{secret:1}}"}')
    expect(hidden.body('{"x":"\\u0061bc/def"}')).toBe('{"x":"{{secret:1}}"}')
  })

  it('replaces any value of known fields, except empty ones', () => {
    const hidden = redactor()
    expect(hidden.body('{"api_key":"k","password":"","email":"e"}')).toBe(
      '{"api_key":"{{secret:1}}","password":"","email":"e"}',
    )
    expect(hidden.body('username=ada&password=p%20w')).toBe('username=ada&password={{secret:2}}')
  })

  it('keeps scheme and host of an invitation link', () => {
    const hidden = redactor([{ links: ['invite_link'] }])
    expect(hidden.body('{"invite_link":"https://chat.example/join/abc"}')).toBe(
      '{"invite_link":"https://chat.example/{{secret:1}}"}',
    )
    expect(hidden.body('{"invite_link":"chat:join?key=abc"}')).toBe('{"invite_link":"chat:{{secret:2}}"}')
    expect(hidden.body('{"invite_link":"k3y:abc"}')).toBe('{"invite_link":"{{secret:3}}"}')
  })

  it('replaces a wrong key in a refusal that repeats it, as it may be similar to the real key', () => {
    const hidden = redactor()
    hidden.learnKey('ada@t.example', 'Kq7Zp3Xw9Lm2Vt5RsB4n')
    const wrong = 'Kq7Zp3Xw9Lm2Vt5RsB4'
    const authorization = `Basic ${Buffer.from(`ada@t.example:${wrong}`).toString('base64')}`
    hidden.request({ method: 'GET', url: 'http://t.example/', headers: { authorization }, body: null, sent: [] })
    expect(hidden.body(`{"msg":"Invalid API key: ${wrong}"}`)).not.toContain(wrong)
  })

  it('replaces credentials in headers', () => {
    const hidden = redactor()
    expect(hidden.headers({ Authorization: 'Basic YTpi', 'X-SVC-SIGNATURE': 'ff', accept: '*/*' })).toEqual({
      Authorization: 'Basic {{secret:1}}',
      'X-SVC-SIGNATURE': '{{secret:2}}',
      accept: '*/*',
    })
  })

  it.each([
    ['base64', 'a c2s3Y3JldC92YWx1ZSsx b'],
    ['base64 inside more of it', Buffer.from('{"x":"sk7cret/value+1"}').toString('base64')],
    [
      'HTML',
      '<b>sk7cret/value+1</b> &#115;&#107;&#55;&#99;&#114;&#101;&#116;&#47;&#118;&#97;&#108;&#117;&#101;&#43;&#49;',
    ],
    ['percent, lower case', 'q=sk7cret%2fvalue%2b1'],
    ['JSON in text', 'oops "sk7cret\\/value+1"'],
    ['upper case', 'SK7CRET/VALUE+1'],
    ['hexadecimal', Buffer.from('sk7cret/value+1').toString('hex')],
    ['percent here and there', 'q=s%6B7c%72%65t/v%61lue%2b1'],
    ['percent, twice', 'q=sk7cr%2565t%252Fvalue+1'],
    ['escapes here and there', 's\\u006b7c\\x72et\\/value+1'],
    ['entities here and there', 's&#107;7&#x0063ret&#47value+1'],
    ['UTF-16 read as bytes', Buffer.from('sk7cret/value+1', 'utf16le').toString('latin1')],
    ['base64 over several lines', 'c2s3Y3Jl\r\ndC92YWx1\r\nZSsx'],
  ])('finds a secret as %s', (_form, text) => {
    const hidden = redactor()
    hidden.learn('sk7cret/value+1')
    const shown = hidden.text(text)
    expect(shown).toContain('{{secret:1}}')
    expect(shown).not.toMatch(/7cret|Y3JldC92|637265|lue/i)
  })

  it.each([
    ['in capitals among binary data', 'SK7CRET/VALUE+1', [0xff, 0xfe, 0x80, 0x00]],
    ['in Latin-1, without a longer part in ASCII', 'käse-öl-süß-é', [0xff]],
  ])('finds a secret in base64 %s', (_where, shown, around) => {
    const hidden = redactor()
    hidden.learn(shown.toLowerCase())
    const bytes = Buffer.concat([Buffer.from(around), Buffer.from(shown, 'latin1'), Buffer.from(around)])
    expect(hidden.text(`x ${bytes.toString('base64')} y`)).toMatch(/^x \{\{secret:1\}\}=* y$/)
  })

  it('replaces exactly the codes of a secret, and nothing next to them', () => {
    const hidden = redactor()
    hidden.learn('sk7cret/value+1')
    const coded = '%73k7cr%65t/valu%65%2B%31'
    expect(hidden.text(`%41%42${coded}%43 d${coded}`)).toBe('%41%42{{secret:1}}%43 d{{secret:1}}')
    expect(hidden.text(`&amp;%41${coded.replaceAll('%', '%25')}%43`)).toBe('&amp;%41{{secret:1}}%43')
  })

  it('replaces secrets outside the strings of broken JSON', () => {
    const hidden = redactor()
    hidden.learn('s3cret-value')
    expect(hidden.body('{"a": s3cret-value, "b": "s3cret-value"')).toBe('{"a": {{secret:1}}, "b": "{{secret:1}}"')
  })

  it('does not take an ordinary word in a reply for a secret', () => {
    const hidden = redactor()
    hidden.reply({ status: 200, headers: {}, body: '{"token":"success"}' }, 'target')
    expect(hidden.body('{"result":"success"}')).toBe('{"result":"success"}')
  })

  it('finds keys from replies and signatures from requests in later replies', () => {
    const hidden = redactor()
    hidden.request({ method: 'GET', url: '/', headers: { 'x-svc-signature': 'ab12'.repeat(16) }, body: null })
    hidden.reply({ status: 200, headers: {}, body: '{"api_key":"k3yk3yk3yk3yk3y"}' }, 'target')
    expect(hidden.text(`${'ab12'.repeat(16)} k3yk3yk3yk3yk3y`)).toBe('{{secret:1}} {{secret:2}}')
  })

  it('remembers lasting and recent secrets after very many single-use ones, also short ones', () => {
    const hidden = redactor()
    hidden.learn('s3cret-value')
    const token = (n: number): string => `t0ken${n}`.padEnd(20, 'x')
    for (let n = 0; n < 4500; n++)
      hidden.request({ method: 'GET', url: '/', headers: { 'x-svc-signature': token(n) }, body: null })
    expect(hidden.text(`S3CRET-VALUE ${token(4499)} ${token(2500)} ${token(1)}`)).toBe(
      `{{secret:1}} {{secret:4501}} {{secret:2502}} ${token(1)}`,
    )
    hidden.learn('ab1c2')
    expect(hidden.body('{"x":"ab1c2","y":"s3cret-value"}')).toBe('{"x":"{{secret:4502}}","y":"{{secret:1}}"}')
  })

  it('processes a literal of several megabytes', () => {
    const hidden = redactor()
    hidden.learn('s3cret-value')
    const body = JSON.stringify({ [`\n${'\u0001'.repeat(1_000_000)}`]: 's3cret-value' })
    expect(hidden.body(body)).toBe(body.replace('s3cret-value', '{{secret:1}}'))
  })

  it('rejects a reply that consists of secrets only', () => {
    const hidden = redactor()
    const body = 'token=a&'.repeat(200_000)
    expect(() => hidden.reply({ status: 200, headers: {}, body }, 'target')).toThrow(/cannot be searched for secrets/)
    const few = hidden.reply({ status: 200, headers: {}, body: 'token=a&token=a' }, 'target')
    expect(few.body).toBe('token={{secret:1}}&token={{secret:1}}')
  })

  it('replaces secrets in capitals of any alphabet', () => {
    const hidden = redactor()
    const values = ['ΣΩΔΓΛΞΠΦΨ-1', 'ЖЩЭЮЯ-pässword-1', 'ÀÉÎÕÜ-ÀÉÎÕÜ', 'жщэюя-pässword-1']
    for (const value of values) hidden.learn(value)
    for (let n = 0; n < 300; n++) hidden.learn(`another-${n * 7919}`)
    expect(hidden.text(values.join(' '))).toBe('{{secret:1}} {{secret:2}} {{secret:3}} {{secret:4}}')
    expect(hidden.body(JSON.stringify(values))).toBe('["{{secret:1}}","{{secret:2}}","{{secret:3}}","{{secret:4}}"]')
  })

  it('distinguishes secrets that begin alike, and takes the longest', () => {
    const hidden = redactor()
    const [short, long, other] = ['abcdefgh12345', 'abcdefgh12345678901234', 'abcdefgh1234567890XYZ!']
    for (const value of [short, long, other]) hidden.learn(value)
    expect(hidden.text(`${long} ${short} ${other} abcdefgh9`)).toBe('{{secret:2}} {{secret:1}} {{secret:3}} abcdefgh9')
    expect(hidden.text(`${long.toUpperCase()}${short}`)).toBe('{{secret:2}}{{secret:1}}')
  })

  it('rejects a reply that consists of beginnings of secrets', () => {
    const tokens = Array.from({ length: 500 }, (_, n) => `{"token":"${'a'.repeat(1000)}${1000 + n}"}`)
    const body = `[${tokens.join(',')},"${'a'.repeat(500_000)}"]`
    const reply = { status: 200, headers: {}, body }
    expect(() => redactor().reply(reply, 'target')).toThrow('cannot be searched for secrets in time')
  })

  it('replaces a secret of several megabytes completely', () => {
    const reply = { status: 200, headers: {}, body: `{"password":"a1${'ab1'.repeat(1_500_000)}"}` }
    expect(redactor().reply(reply, 'target').body).toBe('{"password":"{{secret:1}}"}')
  })
})
