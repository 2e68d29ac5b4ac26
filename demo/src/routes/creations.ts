import type { FastifyInstance, FastifyReply } from 'fastify';
import { ProxyRefusal } from '../backend/call-proxy.ts';
import { createPerson } from '../backend/create-person.ts';
import { createPrecandidate } from '../backend/create-precandidate.ts';
import { nameFault } from '../people/name-fault.ts';
import type { Person } from '../people/person.ts';
import { pipelineNamed } from '../pipelines.ts';
import type { PortalContext } from '../portal-context.ts';
import { fieldFault } from '../views/field-fault.ts';
import { homePage } from '../views/home-page.ts';
import type { FormFault } from '../views/new-forms.ts';
import { plainSentence } from '../views/plain-sentence.ts';

type Values = Record<string, string>;

/** What HR's two forms send. */
export function creations(app: FastifyInstance, context: PortalContext): void {
  app.post<{ Body: Values }>('/candidates', (request, reply) =>
    create('candidate', request.body, reply, context, newCandidate),
  );
  app.post<{ Body: Values }>('/people', (request, reply) =>
    create('person', request.body, reply, context, newPerson),
  );
}

/** Creates and shows the person; a refusal shows the form again, with what was typed. */
async function create(
  form: FormFault['form'],
  values: Values,
  reply: FastifyReply,
  context: PortalContext,
  make: (context: PortalContext, values: Values) => Promise<Person>,
): Promise<FastifyReply> {
  const refuse = (fault: Omit<FormFault, 'form' | 'values'>) =>
    reply
      .code(422)
      .type('text/html')
      .send(homePage(context, { form, values, ...fault }));
  const message = nameFault(values['name'] ?? '');
  if (message !== undefined) return refuse({ field: 'name', message });
  try {
    const person = await make(context, values);
    return await reply.redirect(`/people/${person.id}`, 303);
  } catch (error) {
    if (!(error instanceof ProxyRefusal)) throw error;
    return refuse(fieldFault(error.problem, values) ?? { message: plainSentence(error.problem) });
  }
}

async function newCandidate({ people, settings }: PortalContext, values: Values): Promise<Person> {
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
    folder_status: null,
    reports: {},
  });
}

async function newPerson({ people, settings }: PortalContext, values: Values): Promise<Person> {
  const { name = '', pipeline_name = '', document_id = '' } = values;
  const country_code = pipelineNamed(pipeline_name)?.country_code ?? 'PE';
  const person_id = await createPerson(settings, country_code, {
    document_id,
    pipeline: { name: pipeline_name },
    webhook_details: true,
  });
  return people.add({
    name: name.trim(),
    person_id,
    country_code,
    pipeline_name,
    form: null,
    folder_status: null,
    reports: {},
  });
}
