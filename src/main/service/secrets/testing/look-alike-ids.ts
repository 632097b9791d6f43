import type { Random } from '../../../../../scripts/samples/random'
import { chars, word } from './random-text'

type LookAlike = (random: Random) => string

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ulid = (random: Random) => `01J${Array.from({ length: 23 }, () => random.pick([...crockford])).join('')}`
const base64 = (random: Random, bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, () => random.integer(0, 255))).toString('base64')
const sha = (random: Random) => chars(random, 'h', 40)

/** Ids and hashes of all sorts, where tools and agents write them. */
export const lookAlikeIds: Readonly<Record<string, LookAlike>> = {
  'git log': (random) => `commit ${sha(random)}\nAuthor: A <a@b.invalid>\n\n    fix the ${word(random)} token parser\n`,
  'git log in one line': (random) => `${chars(random, 'h', 7)} tokens: count the ${word(random)} ones`,
  'git index': (random) =>
    `diff --git a/${word(random)}.ts b/x.ts\nindex ${chars(random, 'h', 10)}..${chars(random, 'h', 10)} 100644`,
  'git tree': (random) => `100644 blob ${sha(random)}\tsrc/auth/token.ts`,
  'git ref': (random) => `${sha(random)}\trefs/heads/secret-${word(random)}`,
  uuid: (random) => `{"id":"${random.uuid()}","requestId":"${random.uuid()}"}`,
  'session id': (random) =>
    `{"sessionId":"${random.uuid()}","parentUuid":"${random.uuid()}","uuid":"${random.uuid()}"}`,
  ulid: (random) => `{"event_id":"${ulid(random)}","run":"${ulid(random)}"}`,
  'call of Claude Code': (random) => `{"type":"tool_use","id":"toolu_01${chars(random, 'a', 22)}","name":"Bash"}`,
  'message of Claude Code': (random) =>
    `{"id":"msg_01${chars(random, 'a', 22)}","requestId":"req_011C${chars(random, 'a', 20)}"}`,
  'call of Codex': (random) => `{"type":"function_call","call_id":"call_${chars(random, 'a', 24)}","name":"shell"}`,
  'item of Codex': (random) =>
    `{"id":"rs_${chars(random, 'h', 48)}","type":"reasoning","encrypted_content":"gAAAAAB${chars(random, 'a', 9)}"}`,
  'call of Gemini': (random) => `{"callId":"run_shell_command-17${chars(random, '9', 11)}-${chars(random, 'h', 12)}"}`,
  'message of opencode': (random) =>
    `{"id":"msg_${chars(random, 'h', 12)}${chars(random, 'a', 14)}","sessionID":"ses_${chars(random, 'h', 12)}${chars(random, 'a', 14)}"}`,
  'part of opencode': (random) =>
    `{"id":"prt_${chars(random, 'h', 12)}${chars(random, 'a', 14)}","callID":"toolu_${chars(random, 'a', 24)}"}`,
  'run of a3s': (random) => `{"run_id":"run-${random.uuid()}","digest":"sha256:${chars(random, 'h', 64)}"}`,
  'call of gestura': (random) => `{"tool_call_id":"call_${chars(random, 'a', 24)}","schema_version":1}`,
  'signature of thinking': (random) => `{"type":"thinking","thinking":"…","signature":"${base64(random, 240)}"}`,
  'signature of Gemini': (random) => `{"thoughtSignature":"${base64(random, 180)}"}`,
  'fingerprint of a model': (random) => `{"system_fingerprint":"fp_${chars(random, 'h', 10)}","model":"gpt-5"}`,
  'lock of npm': (random) =>
    `"node_modules/${word(random)}": {\n  "version": "4.${random.integer(0, 30)}.1",\n  "integrity": "sha512-${base64(random, 64)}",\n  "license": "MIT"\n}`,
  'lock of pnpm': (random) => `  /${word(random)}@1.2.3:\n    resolution: {integrity: sha512-${base64(random, 64)}}`,
  'lock of yarn': (random) => `  checksum: 10/${chars(random, 'h', 128)}\n  languageName: node`,
  'lock of Cargo': (random) => `[[package]]\nname = "${word(random)}"\nchecksum = "${chars(random, 'h', 64)}"`,
  'sums of Go': (random) => `github.com/a/${word(random)} v1.2.3 h1:${base64(random, 32)}`,
  'lock of Python': (random) => `    {file = "${word(random)}-1.0.tar.gz", hash = "sha256:${chars(random, 'h', 64)}"},`,
  'digest of an image': (random) => `FROM node:24@sha256:${chars(random, 'h', 64)}\nRUN echo ${word(random)}`,
  etag: (random) => `< ETag: "${chars(random, 'h', 32)}"\n< x-amz-request-id: ${chars(random, 'A', 16)}`,
  trace: (random) => `traceparent: 00-${chars(random, 'h', 32)}-${chars(random, 'h', 16)}-01`,
  'hash of a file': (random) => `dist/assets/index-${chars(random, 'a', 8)}.js   ${random.integer(10, 900)}.12 kB`,
  'sum of a file': (random) => `${chars(random, 'h', 64)}  ${word(random)}.tar.gz`,
  'cache key': (random) => `cache-key: Linux-node-${chars(random, 'h', 64)}\nrestore-keys: Linux-node-`,
  'name of a pod': (random) =>
    `${word(random)}-7d${chars(random, 'h', 7)}-x${chars(random, 'h', 4)}   1/1   Running   0   5d`,
  'id of a cloud': (random) => `arn:aws:ec2:eu-west-1:${chars(random, '9', 12)}:instance/i-0${chars(random, 'h', 16)}`,
  'hash of a policy': (random) => `script-src 'self' 'sha256-${base64(random, 32)}'`,
  'mac and address': (random) =>
    `link/ether 52:54:00:${chars(random, 'h', 2)}:${chars(random, 'h', 2)}:ab inet6 fe80::${chars(random, 'h', 4)}`
}
