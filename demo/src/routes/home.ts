import type { FastifyInstance, FastifyReply } from 'fastify';
import { problemName, type Problem, type ProblemName } from 'precandidate-contract';
import { createPerson, createPrecandidate, ProxyError } from '../backend/proxy.ts';
import type { Person } from '../people/people.ts';
import { pipelineNamed } from '../pipelines.ts';
import type { PortalContext } from '../portal-context.ts';
import { homePage } from '../views/home-page.ts';
import type { FormError } from '../views/new-forms.ts';

type Values = Record<string, string>;
type FieldMessage = Pick<FormError, 'field' | 'message'>;

/** Maximum length of a name, in characters. */
const MAX_NAME_LENGTH = 120;

/** HR's home page, and the two forms on it that create a candidate or a person. */
export function homeRoutes(app: FastifyInstance, context: PortalContext): void {
  app.get('/', (_request, reply) => reply.type('text/html').send(homePage(context)));
  app.post<{ Body: Values }>('/candidates', (request, reply) =>
    create('candidate', request.body, reply, context, addCandidate),
  );
  app.post<{ Body: Values }>('/people', (request, reply) =>
    create('person', request.body, reply, context, addPerson),
  );
}

/** Creates and shows the person. After an error, shows the form again with its values. */
async function create(
  form: FormError['form'],
  values: Values,
  reply: FastifyReply,
  context: PortalContext,
  add: (context: PortalContext, values: Values) => Promise<Person>,
): Promise<FastifyReply> {
  const showAgain = (error: FieldMessage) =>
    reply
      .code(422)
      .type('text/html')
      .send(homePage(context, { form, values, ...error }));
  const nameMessage = nameError(values['name'] ?? '');
  if (nameMessage !== undefined) return showAgain({ field: 'name', message: nameMessage });
  try {
    const person = await add(context, values);
    return await reply.redirect(`/people/${person.id}`, 303);
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    return showAgain(formErrorOf(error.problem, values));
  }
}

async function addCandidate({ people, settings }: PortalContext, values: Values): Promise<Person> {
  const { name = '', pipeline_name = '', email = '', phone = '' } = values;
  const record = await createPrecandidate(settings, {
    country_code: pipelineNamed(pipeline_name)?.country_code ?? 'PE',
    pipeline_name,
    email,
    ...(phone.trim() === '' ? {} : { phone: phone.replaceAll(' ', '') }),
  });
  const { person_id, precandidate_id, form_url, country_code, precandidate_status, updated_at } =
    record;
  return people.add({
    name: name.trim(),
    person_id,
    country_code,
    pipeline_name,
    form: { precandidate_id, form_url, precandidate_status, updated_at, by: null },
  });
}

async function addPerson({ people, settings }: PortalContext, values: Values): Promise<Person> {
  const { name = '', pipeline_name = '', document_id = '' } = values;
  const country_code = pipelineNamed(pipeline_name)?.country_code ?? 'PE';
  const person_id = await createPerson(settings, country_code, {
    document_id,
    pipeline: { name: pipeline_name },
    webhook_details: true,
  });
  return people.add({ name: name.trim(), person_id, country_code, pipeline_name, form: null });
}

function nameError(name: string): string | undefined {
  if (name.trim() === '') return 'Enter the name.';
  if (name.trim().length <= MAX_NAME_LENGTH) return undefined;
  return `Enter a name of at most ${MAX_NAME_LENGTH} characters.`;
}

/** What HR can do about an invalid field, by its name in the request. */
const FIELD_MESSAGES: Record<string, string> = {
  email: 'Enter an e-mail address like name@example.com.',
  phone: 'Enter the phone with its country code, like +51 999 888 777. A screening needs one.',
  document_id: 'Check the document number.',
};

/** What HR can do about a problem of the whole form. */
const PROBLEM_ADVICE: Partial<Record<ProblemName, string>> = {
  'pipeline-not-found': 'The account has no such pipeline. Choose another.',
  'service-unavailable': 'Your input is still here. Try again in a minute.',
  'service-busy': 'Your input is still here. Try again in a minute.',
  'proxy-unreachable': 'Your input is still here. Try again in a minute.',
};

/** A problem as a message for HR, beside the field that it points to, if it is in the form. */
export function formErrorOf({ type, title, errors = [] }: Problem, values: Values): FieldMessage {
  const name = problemName(type);
  const isAboutFields = name === 'validation-failed' || name === 'invalid-request';
  for (const { pointer } of isAboutFields ? errors : []) {
    const field = pointer.slice(1);
    const message = Object.hasOwn(FIELD_MESSAGES, field) ? FIELD_MESSAGES[field] : undefined;
    if (message !== undefined && Object.hasOwn(values, field)) return { field, message };
  }
  const advice = name === undefined ? undefined : PROBLEM_ADVICE[name];
  return { message: advice === undefined ? `${title}.` : `${title}. ${advice}` };
}
