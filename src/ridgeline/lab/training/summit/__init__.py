"""How summit learns: lessons from labelled pages, transplants of them, the network's training, and its judgement."""
