import { hydrateRoot } from 'react-dom/client';
import { PrerenderedForm } from './prerendered-form';

const read = (id: string) => document.getElementById(id) as HTMLElement;
const html = JSON.parse(read('html').textContent) as string;

hydrateRoot(read('root'), <PrerenderedForm html={html} />);
