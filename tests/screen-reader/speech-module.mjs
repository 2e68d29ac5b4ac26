#!/usr/bin/env node
// An output module of speech-dispatcher that writes down what a voice would say: one JSON line for
// each beginning, end, and interruption, in the file that SPOKEN names. Each message takes as long as
// a voice of CHARACTERS_PER_SECOND, so that announcements interrupt each other as they really do.
// Protocol: https://htmlpreview.github.io/?https://github.com/brailcom/speechd/blob/master/doc/speech-dispatcher.html
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const charactersPerSecond = Number(process.env.CHARACTERS_PER_SECOND ?? 18);
const settings = {};
/** Lines of the message or settings being received, until a line with a dot. */
let receiving;
let speaking;

const reply = (...lines) => process.stdout.write(lines.map((line) => `${line}\n`).join(''));

function record(event) {
  appendFileSync(process.env.SPOKEN, `${JSON.stringify({ time: Date.now(), ...event })}\n`);
}

function plainText(ssml) {
  const named = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  return ssml
    .replace(/<[^>]*>/g, '')
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, digits) =>
      String.fromCodePoint(parseInt(digits, hex ? 16 : 10)),
    )
    .replace(/&(lt|gt|amp|quot|apos);/g, (_, name) => named[name])
    .replace(/\s+/g, ' ')
    .trim();
}

function speak(lines) {
  const text = plainText(lines.join('\n'));
  reply('200 OK SPEAKING', '701 BEGIN');
  record({ event: 'begin', text, language: settings.language });
  const durationMs = Math.max(120, (text.length / charactersPerSecond) * 1_000);
  const timer = setTimeout(() => {
    speaking = undefined;
    record({ event: 'end', text });
    reply('702 END');
  }, durationMs);
  speaking = { text, timer, startedAt: Date.now(), durationMs };
}

function interrupt(word) {
  if (speaking === undefined) return;
  const { text, timer, startedAt, durationMs } = speaking;
  clearTimeout(timer);
  speaking = undefined;
  const share = Math.min(1, (Date.now() - startedAt) / durationMs);
  record({ event: 'interrupted', text, heard: text.slice(0, Math.floor(text.length * share)) });
  reply(word === 'STOP' ? '703 STOP' : '704 PAUSE');
}

/** Command → the reply that asks for its lines, and what to do with them. */
const WITH_LINES = {
  SET: {
    ask: '203 OK RECEIVING SETTINGS',
    take(lines) {
      for (const line of lines) {
        const [name, value] = line.split('=');
        settings[name] = value;
      }
      reply('203 OK SETTINGS RECEIVED');
    },
  },
  AUDIO: {
    ask: '207 OK RECEIVING AUDIO SETTINGS',
    take: () => reply('203 OK AUDIO INITIALIZED'),
  },
  LOGLEVEL: {
    ask: '207 OK RECEIVING LOGLEVEL SETTINGS',
    take: () => reply('203 OK LOG LEVEL SET'),
  },
};
for (const kind of ['SPEAK', 'CHAR', 'KEY', 'SOUND_ICON'])
  WITH_LINES[kind] = { ask: '202 OK RECEIVING MESSAGE', take: speak };

function run(command) {
  if (command in WITH_LINES) {
    receiving = { lines: [], take: WITH_LINES[command].take };
    reply(WITH_LINES[command].ask);
  } else if (command === 'INIT') reply('299-written', '299 OK LOADED SUCCESSFULLY');
  else if (command === 'STOP' || command === 'PAUSE') interrupt(command);
  else if (command.startsWith('LIST VOICES'))
    reply(
      '200-spanish\tes\tnone',
      '200-english\ten\tnone',
      '200-portuguese\tpt\tnone',
      '200 OK VOICE LIST SENT',
    );
  else if (command === 'QUIT') {
    reply('210 OK QUIT');
    process.exit();
  } else if (command !== '') reply('300 ERR UNKNOWN COMMAND');
}

for await (const line of createInterface({ input: process.stdin })) {
  if (receiving === undefined) run(line);
  else if (line === '.') {
    const { lines, take } = receiving;
    receiving = undefined;
    take(lines);
  } else receiving.lines.push(line.startsWith('..') ? line.slice(1) : line);
}
