"""Players of Race for the Galaxy that are programs."""
